/** One breach of a JSON Schema, in ajv's words. */
export interface SchemaError {
  /** JSON Pointer to the value that breaks the schema. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  /** The key that an error below `propertyNames` is about. */
  readonly propertyName?: string;
  /** The value that breaks the schema, where the validator gives it (ajv's `verbose`). */
  readonly data?: unknown;
  /** The schema that the keyword belongs to, where the validator gives it (ajv's `verbose`). */
  readonly parentSchema?: Readonly<Record<string, unknown>>;
}

/** Gives every breach of one JSON Schema, in document order; none when the value is valid. */
export type SchemaValidator = (data: unknown) => readonly SchemaError[];
