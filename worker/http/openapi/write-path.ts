import type { JsonObject } from '../../api/json.ts'
import type { Operation, Parameter } from './operations.ts'

/** Parameters that all operations of a path share stand beside them; `write` gets those that are an operation's own. */
export function writePath(
  operations: readonly Operation[],
  write: (operation: Operation, own: readonly Parameter[]) => JsonObject,
): JsonObject {
  const key = ({ name, in: place }: Parameter): string => `${place} ${name}`
  const [first, ...others] = operations.map(({ parameters }) => new Set(parameters.map(key)))
  const shared = new Set([...(first ?? [])].filter((name) => others.every((keys) => keys.has(name))))
  const path: JsonObject = {}
  for (const operation of operations) {
    const own = operation.parameters.filter((parameter) => !shared.has(key(parameter)))
    path[operation.method] = write(operation, own)
  }
  const common = operations[0]?.parameters.filter((parameter) => shared.has(key(parameter))) ?? []
  if (common.length > 0) path.parameters = writeParameters(common)
  return path
}

export const writeParameters = (parameters: readonly Parameter[]): JsonObject[] =>
  [...parameters]
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.in < b.in ? -1 : 1))
    .map(({ name, in: place, type }) => ({
      name,
      in: place,
      ...(place === 'path' && { required: true }),
      schema: { type, uniqueItems: true },
    }))
