import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { lazy } from '../../api/lazy.ts'
import { listAt, valueAt } from '../../resources/path.ts'
import type { Grant } from './node-clients.ts'
import { conditionsOf, isIssued } from './request-state.ts'
import { keyOf, splitKey } from '../client/namespaced-name.ts'
import type { Controller, ManagerContext, ManagerController } from '../controller.ts'
import { CERTIFICATE_SIGNING_REQUESTS } from '../kinds.ts'
import { objectAt } from '../object-parts.ts'

const REVIEWS = { group: 'authorization.{domain}', version: 'v1', resource: 'subjectaccessreviews' }

/** The backoff of the real controller: 200 ms, doubled each time, up to 1000 s. */
const FIRST_RETRY = 200
const LONGEST_RETRY = 1_000_000

/** Approves client certificates of nodes when the requester is authorised for them. */
export const certificateApproving = {
  name: 'certificatesigningrequest-approving-controller',
  alias: 'csrapproving',
  open: certificateApprovingController,
} satisfies ManagerController

const nodeClients = lazy(() => import('./node-clients.ts'))

function certificateApprovingController(context: ManagerContext): Controller {
  const { objects, dialect } = context
  /** The number of syncs that found no access for the requester, by the key of the request. */
  const refusals = new Map<string, number>()
  let end: (() => void) | undefined

  async function isAllowed(request: ApiObject, { subresource }: Grant): Promise<boolean> {
    const { username, uid, groups, extra } = objectAt(request, 'spec')
    const resourceAttributes = {
      group: dialect.spell(CERTIFICATE_SIGNING_REQUESTS.group),
      resource: CERTIFICATE_SIGNING_REQUESTS.resource,
      verb: 'create',
      subresource,
      version: '*',
    }
    const review = await objects.create(REVIEWS, {
      kind: 'SubjectAccessReview',
      apiVersion: dialect.spell('authorization.{domain}/v1'),
      metadata: {},
      spec: { user: username, uid, groups, extra, resourceAttributes },
    })
    return valueAt(review, 'status.allowed') === true
  }

  async function approve(request: ApiObject, { message }: Grant): Promise<void> {
    const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message: dialect.spell(message) }
    const conditions = [...listAt(request, 'status.conditions').filter(isObject), condition]
    await objects.update(
      CERTIFICATE_SIGNING_REQUESTS,
      { ...request, status: { ...objectAt(request, 'status'), conditions } },
      'approval',
    )
  }

  return {
    needs: [CERTIFICATE_SIGNING_REQUESTS, REVIEWS],
    async start() {
      const requests = context.informer(CERTIFICATE_SIGNING_REQUESTS)
      const queue = context.queue(async (key) => {
        const request = requests.get(splitKey(key))
        if (request === undefined || !isPending(request)) return void refusals.delete(key)
        const { grantsFor, isOfNodeClient } = await nodeClients()
        const grants = isOfNodeClient(request, dialect) ? grantsFor(request) : []
        for (const grant of grants) {
          if (await isAllowed(request, grant)) return approve(request, grant)
        }
        if (grants.length === 0) return
        // A later review may grant access.
        const times = refusals.get(key) ?? 0
        refusals.set(key, times + 1)
        queue.addAfter(key, Math.min(FIRST_RETRY * 2 ** times, LONGEST_RETRY))
      })
      const changed = (request: ApiObject): void => queue.add(keyOf(request))
      end = requests.addEventHandler({ added: changed, updated: changed, deleted: changed })
      await requests.synced
    },
    stop: () => end?.(),
  }
}

const isPending = (request: ApiObject): boolean =>
  !isIssued(request) && !conditionsOf(request).some(({ type }) => type === 'Approved' || type === 'Denied')
