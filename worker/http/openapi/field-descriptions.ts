/**
 * What people read about built-in types: by type name, then by field, the empty name for the type itself. It is large,
 * so a host loads it when the first document is asked for.
 */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>
