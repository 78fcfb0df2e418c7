import { fromBase64Text } from '../../runtime/bytes.ts'
import type { ApiObject } from '../../api/object.ts'
import { lazy } from '../../api/lazy.ts'
import { pemBlocks } from '../../certificates/pem.ts'
import { textAt } from '../../resources/path.ts'
import { conditionsOf, isIssued } from './request-state.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { CERTIFICATE_SIGNING_REQUESTS } from '../kinds.ts'
import { timeOf } from '../object-parts.ts'

const HOUR = 3_600_000
/** The lifetimes of pending and of decided requests, in milliseconds. */
const PENDING_MS = 24 * HOUR
const DECIDED_MS = HOUR
const DECISIONS = ['Approved', 'Denied', 'Failed']

/**
 * Deletes requests for certificates as soon as they are too old or their certificate expires. The real controller looks
 * for them once an hour.
 */
export const certificateCleaning = {
  name: 'certificatesigningrequest-cleaner-controller',
  alias: 'csrcleaner',
  open: certificateCleaningController,
} satisfies ManagerController

const certificates = lazy(() => import('../../certificates/certificate.ts'))

function certificateCleaningController({ objects, clock, ...context }: ManagerContext): Controller {
  let end: (() => void) | undefined
  return {
    needs: [CERTIFICATE_SIGNING_REQUESTS],
    async start() {
      const requests = context.informer(CERTIFICATE_SIGNING_REQUESTS)
      const queue = context.queue(async (key) => {
        const request = requests.get(splitKey(key))
        if (request === undefined) return
        const due = Math.min(staleAt(request), await expiryOf(request))
        const now = clock.now()
        if (due < now) await objects.delete(CERTIFICATE_SIGNING_REQUESTS, splitKey(key))
        else if (due < Infinity) queue.addAfter(key, due - now + 1)
      })
      const changed = (request: ApiObject): void => queue.add(keyOf(request))
      end = requests.addEventHandler({ added: changed, updated: changed })
      await requests.synced
    },
    stop: () => end?.(),
  }
}

/** The time at which a request is too old (ms since 1970); Infinity when it has no age limit. */
export function staleAt(request: ApiObject): number {
  const conditions = conditionsOf(request)
  const decided = conditions.flatMap(({ type, at }) =>
    DECISIONS.includes(type) && at !== undefined ? [at + DECIDED_MS] : [],
  )
  const made = timeOf(request.metadata?.creationTimestamp)
  const pending = conditions.length === 0 && made !== undefined ? made + PENDING_MS : Infinity
  return Math.min(pending, ...decided)
}

/** The expiry of the issued certificate (ms since 1970); Infinity without a certificate or an approval. */
async function expiryOf(request: ApiObject): Promise<number> {
  if (!isIssued(request) || !conditionsOf(request).some(({ type }) => type === 'Approved')) return Infinity
  const [block] = pemBlocks(fromBase64Text(textAt(request, 'status.certificate')))
  if (block === undefined) return Infinity
  const { readCertificate } = await certificates()
  return readCertificate(block.bytes).notAfter
}
