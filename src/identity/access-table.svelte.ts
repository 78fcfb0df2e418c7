import { SvelteMap } from 'svelte/reactivity'
import { dialects } from '../../worker/dialect/dialect.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { errorMessage } from '../client/api-error.ts'
import type { ResourceType } from '../client/discovery.ts'
import { typeKey } from '../client/discovery.ts'
import { PANE_AGENT, send } from '../client/resource-client.ts'

export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'] as const
export type Verb = (typeof VERBS)[number]

export interface Access {
  readonly allowed: boolean
  /** The rule that decided, in the words of the server. */
  readonly reason: string
}

interface Review {
  readonly status?: { readonly allowed?: boolean; readonly reason?: string; readonly evaluationError?: string }
}

/** The server's answers to "can I?", row by row, for one identity and one namespace. */
export class AccessTable {
  readonly #cluster: ClusterHandle
  readonly #namespace: string
  readonly #answers = new SvelteMap<string, Access>()
  readonly #ended = new AbortController()
  #failure = $state('')

  /** @param cluster sends its requests as the identity */
  constructor(cluster: ClusterHandle, namespace: string) {
    this.#cluster = cluster
    this.#namespace = namespace
  }

  get failure(): string {
    return this.#failure
  }

  /** The answer of the server; undefined until it has arrived. */
  answer(type: ResourceType, verb: Verb): Access | undefined {
    return this.#answers.get(`${verb} ${typeKey(type)}`)
  }

  /** Requests the missing answers, one row at a time, for the verbs that each type serves. */
  async fill(types: readonly ResourceType[]): Promise<void> {
    try {
      for (const type of types) {
        if (this.#ended.signal.aborted) return
        const open = VERBS.filter((verb) => type.verbs.includes(verb) && this.answer(type, verb) === undefined)
        const answers = await Promise.all(open.map((verb) => this.#ask(type, verb)))
        open.forEach((verb, index) => {
          const access = answers[index]
          if (access !== undefined) this.#answers.set(`${verb} ${typeKey(type)}`, access)
        })
      }
    } catch (error) {
      if (!this.#ended.signal.aborted) this.#failure = errorMessage(error)
    }
  }

  stop(): void {
    this.#ended.abort()
  }

  async #ask({ group, version, resource, namespaced }: ResourceType, verb: Verb): Promise<Access> {
    const api = dialects[this.#cluster.info.dialect].spell('authorization.{domain}')
    const namespace = namespaced ? this.#namespace : ''
    const response = await send(this.#cluster, `/apis/${api}/v1/selfsubjectaccessreviews`, {
      method: 'POST',
      signal: this.#ended.signal,
      headers: { 'Content-Type': 'application/json', 'User-Agent': PANE_AGENT },
      body: JSON.stringify({
        apiVersion: `${api}/v1`,
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { namespace, verb, group, version, resource } },
      }),
    })
    const { status } = (await response.json()) as Review
    const reason = [status?.reason, status?.evaluationError].filter(Boolean).join('; ')
    return { allowed: status?.allowed === true, reason }
  }
}
