/** How many worlds both engines are asked about; `MODEL_RUNS=100000 npx vitest run test/model` asks longer. */
export const MODEL_RUNS = Number(process.env.MODEL_RUNS ?? 300);
