// The proto3 JSON of cel.expr.conformance.test.SimpleTest and of what it holds, as far as it is read here.
// https://github.com/google/cel-spec/tree/v0.25.1/proto/cel/expr (`conformance/test/simple.proto`, `value.proto`,
// `checked.proto`)

/** A test of the official data. Without a result, its expression must give `true`. */
export interface SimpleTest {
  readonly name?: string;
  readonly description?: string;
  readonly expr: string;
  /** Run without the static checker: every type is left to run time. */
  readonly disableCheck?: boolean;
  /** Only the type is asked for; nothing is run. */
  readonly checkOnly?: boolean;
  readonly typeEnv?: readonly ProtoDeclaration[];
  readonly bindings?: Readonly<Record<string, { readonly value: ProtoValue }>>;
  readonly value?: ProtoValue;
  readonly typedResult?: { readonly result?: ProtoValue; readonly deducedType: ProtoType };
  /** The evaluation must fail. Texts of errors differ by implementation and are not compared. */
  readonly evalError?: unknown;
}

export interface ProtoDeclaration {
  readonly name: string;
  readonly ident?: { readonly type: ProtoType };
  readonly function?: { readonly overloads?: readonly ProtoOverload[] };
}

export interface ProtoOverload {
  readonly params?: readonly ProtoType[];
  readonly resultType: ProtoType;
}

/** `cel.expr.Value`: one of these keys. */
export interface ProtoValue {
  readonly nullValue?: null;
  readonly boolValue?: boolean;
  /** Decimal, as text. */
  readonly int64Value?: string;
  /** Decimal, as text. */
  readonly uint64Value?: string;
  readonly doubleValue?: number | "NaN" | "Infinity" | "-Infinity";
  readonly stringValue?: string;
  /** Base64. */
  readonly bytesValue?: string;
  readonly listValue?: { readonly values?: readonly ProtoValue[] };
  readonly mapValue?: { readonly entries?: readonly ProtoEntry[] };
  /** The name of a type. */
  readonly typeValue?: string;
  /** A `google.protobuf.Any`: timestamps and durations are held as `value`, as text. */
  readonly objectValue?: { readonly "@type": string; readonly value?: unknown };
}

export interface ProtoEntry {
  readonly key: ProtoValue;
  readonly value: ProtoValue;
}

/** `cel.expr.Type`: one of these keys. */
export interface ProtoType {
  readonly dyn?: object;
  /** The name of a type parameter. */
  readonly typeParam?: string;
  readonly null?: null;
  readonly primitive?: string;
  readonly wellKnown?: string;
  readonly listType?: { readonly elemType: ProtoType };
  readonly mapType?: { readonly keyType: ProtoType; readonly valueType: ProtoType };
  readonly messageType?: string;
  readonly abstractType?: { readonly name: string; readonly parameterTypes?: readonly ProtoType[] };
}
