/** The name that Go's JSON decoder gives to the type of a value, such as `bool`. */
export function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
    case 'bigint':
      return 'number'
    default:
      return value === null ? 'null' : 'object'
  }
}

/**
 * The error of Go's JSON decoder for a value that a Go type cannot hold.
 * @param type the Go type, such as `map[string]interface {}`
 * @param field the Go struct and the path of the field in it, such as `PodSpec.spec.hostname`; by default the value is in no field
 */
export const unmarshalFault = (value: unknown, type: string, field?: string): string =>
  unmarshalFaultOf(jsonType(value), type, field)

/** `unmarshalFault` with the text for the value: its JSON type, or the word `number` and its digits, such as `number 1.5`. */
export const unmarshalFaultOf = (found: string, type: string, field = ''): string =>
  `json: cannot unmarshal ${found} into Go ${field === '' ? 'value' : `struct field ${field}`} of type ${type}`
