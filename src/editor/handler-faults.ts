import type { syntaxTree } from '@codemirror/language'
import { namesIn, segmentsOf, typesAt, type Types, type TypeSource } from './handler-types.ts'
import type { TypeNode } from './openapi.ts'

type Tree = ReturnType<typeof syntaxTree>

/** A mistake in the text of a handler. */
export interface HandlerFault {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** A chain of member accesses without calls: `object.spec?.template.spec.containers[0].image`. */
const CHAIN = /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*|[?!]?\.?\[\d+\])*$/

/**
 * The first syntax error. Without one, the fields of objects that the cluster's OpenAPI does not have. The TypeScript types of
 * the code are not checked.
 */
export async function handlerFaults(text: string, tree: Tree, source: TypeSource): Promise<readonly HandlerFault[]> {
  const chains: (readonly [from: number, to: number])[] = []
  const errors: HandlerFault[] = []
  tree.iterate({
    enter({ type, from, to }) {
      if (type.isError)
        errors.push({ ...visible(text, from, to), severity: 'error', message: 'This is a syntax error.' })
      if (type.name === 'MemberExpression') chains.push([from, to])
    },
  })
  if (errors.length > 0) return errors.slice(0, 1)
  const names = await namesIn(text, source)
  return chains.flatMap(([from, to]) => fieldFault(text, [from, to], names) ?? [])
}

/** A range to mark, which has at least one character. */
const visible = (text: string, from: number, to: number) =>
  to > from ? { from, to } : { from: Math.max(0, from - 1), to: Math.min(text.length, Math.max(from, 1)) }

function fieldFault(
  text: string,
  [from, to]: readonly [number, number],
  names: ReadonlyMap<string, Types>,
): HandlerFault | undefined {
  const chain = text.slice(from, to)
  if (!CHAIN.test(chain)) return undefined
  const path = segmentsOf(chain)
  const field = path.at(-1)
  const [name] = path
  if (typeof field !== 'string' || isAmbiguous(text, String(name))) return undefined
  // `request` has here only the members whose types depend on the cluster, so any other member may exist.
  if (name === 'request' && path.length === 2) return undefined
  const parents = typesAt(path.slice(0, -1), names)
  if (parents.length === 0 || !parents.every((parent) => isClosed(parent) && parent.child(field) === undefined))
    return undefined
  const message = `The API has no field ${field} in ${chain.slice(0, -field.length).replace(/[?!]?\.$/, '')}.`
  return { from: to - field.length, to, severity: 'warning', message }
}

/** Whether the schema declares every field of the type. */
const isClosed = ({ schema }: TypeNode): boolean =>
  schema.properties !== undefined &&
  schema.additionalProperties === undefined &&
  schema['x-kubernetes-preserve-unknown-fields'] !== true

/** Whether the text declares a name several times. Scopes are ignored, so such a name may have another type here. */
const isAmbiguous = (text: string, name: string): boolean =>
  [...text.matchAll(/\b(?:const|let|var|function)\s+([A-Za-z_$][\w$]*)/g)].filter(([, declared]) => declared === name)
    .length > 1
