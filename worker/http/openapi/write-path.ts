import { compareText } from '../../api/byte-order.ts'
import type { JsonObject } from '../../api/json.ts'
import type { Operation, Parameter } from './operation.ts'

/** The description of a parameter of an operation; empty without one. */
type Words = (parameter: Parameter, operation: Operation) => string

/**
 * Returns the path item of `operations`. It has the parameters that all operations share; `write` receives the remaining
 * parameters of an operation.
 */
export function writePath(
  operations: readonly Operation[],
  words: Words,
  write: (operation: Operation, own: JsonObject[]) => JsonObject,
): JsonObject {
  const key = ({ name, in: place }: Parameter): string => `${place} ${name}`
  const [first, ...others] = operations.map(({ parameters }) => new Set(parameters.map(key)))
  const shared = new Set([...(first ?? [])].filter((name) => others.every((keys) => keys.has(name))))
  const path: JsonObject = {}
  for (const operation of operations) {
    const own = operation.parameters.filter((parameter) => !shared.has(key(parameter)))
    path[operation.method] = write(operation, writeParameters(own, operation, words))
  }
  const [one] = operations
  const common = one?.parameters.filter((parameter) => shared.has(key(parameter))) ?? []
  if (one !== undefined && common.length > 0) path.parameters = writeParameters(common, one, words)
  return path
}

const writeParameters = (parameters: readonly Parameter[], operation: Operation, words: Words): JsonObject[] =>
  [...parameters]
    .sort((a, b) => compareText(a.name, b.name) || compareText(a.in, b.in))
    .map((parameter) => {
      const { name, in: place, type } = parameter
      const description = words(parameter, operation)
      return {
        name,
        in: place,
        ...(description !== '' && { description }),
        ...(place === 'path' && { required: true }),
        schema: { type, uniqueItems: true },
      }
    })
