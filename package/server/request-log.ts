import type { Handle } from '../../worker/api/exchange.ts'
import type { RecordedRequest } from './cluster.ts'
import type { SubjectHandle } from './request-subject.ts'
import { subjectOf } from './request-subject.ts'

const MAX_REQUESTS = 10_000
const MAX_BODY_BYTES = 64 * 1024
const NO_SUBJECT = { verb: '', group: '', resource: '', subresource: '', namespace: '', name: '' }

export class RequestLog {
  readonly #requests: RecordedRequest[] = []

  get requests(): readonly RecordedRequest[] {
    return this.#requests
  }

  /** A handle whose requests are recorded when they are answered. */
  recording(handle: SubjectHandle): Handle {
    return async (request) => {
      const { method, url, headers, body } = request
      const subject = subjectOf(method, url)
      let status = 0
      try {
        const response = await handle(request, subject)
        status = response.status
        return response
      } finally {
        const { verb, group, resource, subresource, namespace, name } = subject ?? NO_SUBJECT
        this.#add({
          method,
          url,
          verb,
          group,
          resource,
          subresource,
          namespace,
          name,
          status,
          userAgent: headers.get('user-agent') ?? '',
          body: body === undefined ? '' : new TextDecoder().decode(body.subarray(0, MAX_BODY_BYTES)),
        })
      }
    }
  }

  #add(request: RecordedRequest): void {
    this.#requests.push(request)
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift()
  }
}
