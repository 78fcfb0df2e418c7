import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { lazy } from '../../api/lazy.ts'
import { wasRefused } from '../../api/status.ts'
import { listAt, textAt } from '../../resources/path.ts'
import type { WatchHandle } from '../client/server-client.ts'
import type { Controller, ControllerContext } from '../controller.ts'
import { CERTIFICATE_SIGNING_REQUESTS } from '../kinds.ts'

const FIELD_MANAGER = '{system}-controller-manager'

/** Signs approved requests or writes why it refuses. The signing module is loaded with the first approved request. */
export function certificateSigning({ client, clock, dialect, report, authority }: ControllerContext): Controller {
  let watch: WatchHandle | undefined
  const signing = lazy(async () => {
    const { openSigning } = await import('./open-certificate-signing.ts')
    return openSigning(await authority(), { clock, dialect })
  })

  async function sign(request: ApiObject): Promise<void> {
    if (!awaitsSigning(request)) return
    const signed = await (await signing()).signed(request)
    if (signed === undefined) return
    await client.updateStatus(CERTIFICATE_SIGNING_REQUESTS, signed, FIELD_MANAGER)
  }

  return {
    needs: [CERTIFICATE_SIGNING_REQUESTS],
    async start() {
      watch = client.watch(CERTIFICATE_SIGNING_REQUESTS, {
        upserted: (request) =>
          sign(request).catch((error: unknown) => {
            // Another write changed the request, which queues it again, or deleted it.
            if (!wasRefused(error, 'Conflict') && !wasRefused(error, 'NotFound')) report(error)
          }),
        deleted: () => undefined,
      })
      await watch.synced
    },
    stop: () => watch?.stop(),
  }
}

/** Whether a request is approved, has not failed, and has no certificate yet. */
function awaitsSigning(request: ApiObject): boolean {
  const holds = (type: string): boolean =>
    listAt(request, 'status.conditions').some(
      (one) => isObject(one) && one['type'] === type && one['status'] === 'True',
    )
  return holds('Approved') && !holds('Failed') && textAt(request, 'status.certificate') === ''
}
