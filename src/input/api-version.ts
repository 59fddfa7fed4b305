/** The `apiVersion` of every document that Fleetwarrant itself defines. */
export const OWN_API_VERSION = "fleetwarrant.dev/v1alpha1";
