import { RevisionMismatch, type Store } from './store.ts'

/** The place of a value that the server stores for itself, outside of every resource that a client can request. */
export interface KeptPlace {
  readonly resource: string
  readonly name: string
  /** The member of the stored object that holds the value, as JSON. */
  readonly field: string
}

/** Returns the stored value of a cluster; makes and stores it on the first call. */
export async function keptValue<Value>(
  store: Store,
  { resource, name, field }: KeptPlace,
  make: () => Promise<Value>,
): Promise<Value> {
  const key = { resource, namespace: '', name }
  const kept = store.get(key)?.object[field]
  if (typeof kept === 'string') return JSON.parse(kept) as Value
  const made = await make()
  try {
    await store.put(key, { metadata: { name, creationTimestamp: null }, [field]: JSON.stringify(made) }, 0)
    return made
  } catch (error) {
    // Another server stored its value first, and that value counts.
    if (error instanceof RevisionMismatch) return keptValue(store, { resource, name, field }, make)
    throw error
  }
}
