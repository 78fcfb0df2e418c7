/**
 * Descriptions of built-in types: by type name, then by field; the empty name is the type itself. They are large, so a
 * host loads them with the first request for a document.
 */
export type FieldDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>
