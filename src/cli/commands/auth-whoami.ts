import { ANY_JSON } from '../client.ts'
import { isObject, objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goText } from '../../../worker/api/go-format.ts'
import type { Command } from '../command.ts'
import { objectFormats, printFlags } from '../common-flags.ts'
import { Failure, hasReason } from '../failure.ts'
import { nameOf } from '../printers/output.ts'
import { alignColumns } from '../printers/columns.ts'
import type { Session } from '../session.ts'
import { typedPrinter } from '../typed-objects.ts'

export const whoami = {
  name: 'whoami',
  summary: 'Experimental: Check self subject attributes',
  usage: 'auth whoami',
  examples: [['Who the server takes you for', '{cli} auth whoami']],
  flags: printFlags,
  async run(session) {
    const group = session.host.dialect.spell('authentication.{domain}')
    await session.connection()
    // kubectl ignores `--template` without `-o`.
    const isPrinted = session.flags.given('output')
    const printer = isPrinted ? await typedPrinter(session.host, session.flags, objectFormats) : undefined
    const review = await reviewSelf(session, group)
    const out = (text: string): void => session.host.stdout(text)
    if (printer !== undefined) return printer(review, out)
    if (isPrinted) return out(`${nameOf(review)}\n`)
    const status = objectOrEmpty(review.status)
    const user = objectOrEmpty(status.userInfo)
    const rows = [['ATTRIBUTE', 'VALUE']]
    if (user.username) rows.push(['Username', String(user.username)])
    if (user.uid) rows.push(['UID', String(user.uid)])
    if (Array.isArray(user.groups)) rows.push(['Groups', goText(user.groups)])
    if (isObject(user.extra))
      for (const [key, values] of Object.entries(user.extra).sort(([a], [b]) => (a < b ? -1 : 1)))
        rows.push([`Extra: ${key}`, goText(values)])
    out(alignColumns(rows))
  },
} satisfies Command

const VERSIONS = ['v1', 'v1beta1', 'v1alpha1']

/** The answer to a SelfSubjectReview, in the newest version that the server has. */
async function reviewSelf(session: Session, group: string): Promise<ApiObject> {
  const client = await session.client()
  for (const version of VERSIONS)
    try {
      return await client.json({
        accept: ANY_JSON,
        method: 'POST',
        path: `/apis/${group}/${version}/selfsubjectreviews`,
        body: JSON.stringify({ apiVersion: `${group}/${version}`, kind: 'SelfSubjectReview', metadata: {} }),
      })
    } catch (error) {
      if (hasReason(error, 'Forbidden'))
        throw new Failure(
          'the selfsubjectreviews API is not enabled in the cluster or you do not have permission to call it',
        )
      if (!hasReason(error, 'NotFound')) throw error
    }
  throw new Failure(
    `the selfsubjectreviews API is not enabled in the cluster\nenable APISelfSubjectReview feature gate and ${group}/v1alpha1 or ${group}/v1beta1 API`,
  )
}
