/** What of a snapshot is compared. */
export const configParts: readonly string[] = [
  "/talos/<node>/machineConfig/active",
  "/rendered/machineConfigs/<node>",
];
