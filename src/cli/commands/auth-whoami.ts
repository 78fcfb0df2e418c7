import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goText } from '../../../worker/api/go-format.ts'
import type { Command } from '../command.ts'
import { objectFormats, printFlags } from '../common-flags.ts'
import { alignColumns } from '../printers/columns.ts'
import { objectPrinter } from '../printers/output.ts'

export const whoami = {
  name: 'whoami',
  summary: 'Experimental: Check self subject attributes',
  usage: 'auth whoami',
  examples: [['Who the server takes you for', '{cli} auth whoami']],
  flags: printFlags,
  async run(session) {
    const group = session.host.dialect.spell('authentication.{domain}')
    const printer = await objectPrinter(session.host, session.flags, objectFormats)
    const client = await session.client()
    const review = (await client.json({
      method: 'POST',
      path: `/apis/${group}/v1/selfsubjectreviews`,
      body: JSON.stringify({ apiVersion: `${group}/v1`, kind: 'SelfSubjectReview', metadata: {} }),
    })) as ApiObject
    const out = (text: string): void => session.host.stdout(text)
    if (printer !== undefined) return printer(review, out)
    const status = isObject(review.status) ? review.status : {}
    const user = isObject(status.userInfo) ? status.userInfo : {}
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
