import type { WrittenKey } from './first-keys.ts'

/** A key of etcd with its value, in the form of the JSON gateway of etcd. */
interface Pair {
  readonly key: string
  readonly value?: string
  /** The number of writes; etcd writes 64-bit numbers as text. */
  readonly version?: string
}

interface EtcdAnswer {
  readonly kvs?: readonly Pair[]
  readonly header: { readonly revision: string }
}

/** Base64 of the first key, and of the end of the range of all keys. */
const FIRST = Buffer.from('/registry/').toString('base64')
const END = Buffer.from('/registry0').toString('base64')

/** Keys that the server itself writes all the time; they are never put back. */
const OWN = /^\/registry\/(leases\/kube-system\/apiserver|masterleases|events\/default\/vm)/

const keyText = ({ key }: Pair): string => Buffer.from(key, 'base64').toString('utf8')

/** The keys of a cluster at one moment, which can be put back. */
export class StoredKeys {
  readonly #url: string
  #revision = 0
  #pairs = new Map<string, Pair>()

  constructor(url: string) {
    this.#url = url
  }

  /** Every key and the number of its writes. */
  async written(): Promise<readonly WrittenKey[]> {
    const { kvs = [] } = await this.#call('range', { key: FIRST, range_end: END, keys_only: true })
    return kvs.map((pair) => ({ key: keyText(pair), version: Number(pair.version) }))
  }

  /** Remembers every key with its value. */
  async remember(): Promise<void> {
    const { kvs = [], header } = await this.#call('range', { key: FIRST, range_end: END })
    this.#pairs = new Map(kvs.map((pair) => [pair.key, pair]))
    this.#revision = Number(header.revision)
  }

  /**
   * Deletes the keys written since, and restores the other changed and deleted keys, except keys that the server writes
   * all the time. Resolves with the number of changes.
   */
  async putBack(): Promise<number> {
    const { kvs = [] } = await this.#call('range', { key: FIRST, range_end: END, keys_only: true })
    const changed = await this.#call('range', {
      key: FIRST,
      range_end: END,
      keys_only: true,
      min_mod_revision: this.#revision + 1,
    })
    const present = new Set(kvs.map(({ key }) => key))
    const written = (changed.kvs ?? []).filter((pair) => !OWN.test(keyText(pair)))
    for (const { key } of written) {
      const pair = this.#pairs.get(key)
      if (pair === undefined) await this.#call('deleterange', { key })
      else await this.#call('put', { key, value: pair.value })
    }
    const lost = [...this.#pairs.values()].filter((pair) => !present.has(pair.key) && !OWN.test(keyText(pair)))
    for (const { key, value } of lost) await this.#call('put', { key, value })
    const { header } = await this.#call('range', { key: FIRST })
    this.#revision = Number(header.revision)
    return written.length + lost.length
  }

  async #call(method: string, body: object): Promise<EtcdAnswer> {
    const response = await fetch(`${this.#url}/v3/kv/${method}`, { method: 'POST', body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`etcd answers ${response.status} to ${method}: ${await response.text()}`)
    return (await response.json()) as EtcdAnswer
  }
}
