import { isObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { part } from '../api/part.ts'
import { wasRefused } from '../api/status.ts'
import { listAt, textAt } from '../resources/path.ts'
import type { Controller, ControllerContext, Following } from './controller.ts'
import { REQUESTS } from './kinds.ts'

const MANAGER = '{system}-controller-manager'

/** Signs what is approved, or says why not. What signs is loaded with the first that is. */
export function certificateSigning({ client, clock, dialect, report, authority }: ControllerContext): Controller {
  let following: Following | undefined
  const signing = part(async () => {
    const { openSigning } = await import('./open-certificate-signing.ts')
    return openSigning(await authority(), { clock, dialect })
  })

  async function see(request: ApiObject): Promise<void> {
    if (!waits(request)) return
    const signed = await (await signing()).signed(request)
    if (signed === undefined) return
    await client.updateStatus(REQUESTS, signed, MANAGER)
  }

  return {
    needs: [REQUESTS],
    async start() {
      following = client.follow(REQUESTS, {
        present: (request) =>
          see(request).catch((error: unknown) => {
            // It changed meanwhile, and is seen again, or it went.
            if (!wasRefused(error, 'Conflict') && !wasRefused(error, 'NotFound')) report(error)
          }),
        gone: () => undefined,
      })
      await following.caughtUp
    },
    stop: () => following?.stop(),
  }
}

/** Approved, not failed, and without a certificate. */
function waits(request: ApiObject): boolean {
  const holds = (type: string): boolean =>
    listAt(request, 'status.conditions').some(
      (one) => isObject(one) && one['type'] === type && one['status'] === 'True',
    )
  return holds('Approved') && !holds('Failed') && textAt(request, 'status.certificate') === ''
}
