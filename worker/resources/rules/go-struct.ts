import type { Json, JsonObject } from '../../api/json.ts'
import { quote } from '../../api/field-error.ts'

/** A Go struct of texts as errors show it; `fields` has the Go name of each field. */
export const goTexts =
  (type: string, fields: Readonly<Record<string, string>>) =>
  (value: JsonObject): string => {
    const shown = (field: string): string => {
      const text: Json | undefined = value[field]
      return quote(typeof text === 'string' ? text : '')
    }
    const pairs = Object.entries(fields).map(([name, field]) => `${name}:${shown(field)}`)
    return `${type}{${pairs.join(', ')}}`
  }

/** A list of texts of a named type. */
export const goNames =
  (type: string) =>
  (value: Json | undefined): string =>
    Array.isArray(value) ? `[]${type}{${value.map((item) => quote(String(item))).join(', ')}}` : `[]${type}(nil)`
