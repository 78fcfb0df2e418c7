import { RevisionMismatch, type Store } from './store.ts'

/** Where a cluster keeps something of its own: beside its objects, and no resource that a client could ask for. */
export interface KeptPlace {
  readonly resource: string
  readonly name: string
  /** The member of the stored object that holds the value, as JSON. */
  readonly field: string
}

/** What was made for a cluster once, and is kept with it. */
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
    // Somebody else was faster; theirs is the one.
    if (error instanceof RevisionMismatch) return keptValue(store, { resource, name, field }, make)
    throw error
  }
}
