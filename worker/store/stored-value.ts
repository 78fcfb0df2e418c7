import { RevisionMismatch, type Store } from './store.ts'

/** The place of a value that the server stores for itself, outside of every resource that a client can request. */
export interface ValuePlace {
  readonly resource: string
  readonly name: string
  /** The member of the stored object that holds the value, as JSON. */
  readonly field: string
}

/** Returns a stored value of the cluster. The first call creates and stores it. */
export async function storedValue<Value>(
  store: Store,
  { resource, name, field }: ValuePlace,
  create: () => Promise<Value>,
): Promise<Value> {
  const key = { resource, namespace: '', name }
  const stored = store.get(key)?.object[field]
  if (typeof stored === 'string') return JSON.parse(stored) as Value
  const created = await create()
  try {
    await store.put(key, { metadata: { name, creationTimestamp: null }, [field]: JSON.stringify(created) }, 0)
    return created
  } catch (error) {
    // Another server stored its value first; all servers use that one.
    if (error instanceof RevisionMismatch) return storedValue(store, { resource, name, field }, create)
    throw error
  }
}
