import type { ListMeta } from '../../worker/api/object.ts'

/** A list in an answer of the server: `items` may be null when the list is empty. */
export interface ObjectList<Item> {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly metadata?: ListMeta | undefined
  readonly items: readonly Item[] | null
}

interface TypeMeta {
  readonly apiVersion: string
  readonly kind: string
}

/** The items of a list, each with the `apiVersion` and `kind` that the list implies: the server leaves both out. */
export function listItems<Item extends object>({
  apiVersion = '',
  kind = '',
  items,
}: ObjectList<Item>): (Item & TypeMeta)[] {
  const implied = { apiVersion, kind: kind.replace(/List$/, '') }
  return (items ?? []).map((item) => ({ ...implied, ...item }))
}
