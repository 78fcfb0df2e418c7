import type { Command } from '../command.ts'
import { Failure, faultText, UsageError } from '../failure.ts'

export const apiVersions = {
  name: 'api-versions',
  summary: 'Print the supported API versions on the server, in the form of "group/version"',
  usage: 'api-versions',
  examples: [['Print the supported API versions', '{cli} api-versions']],
  async run(session) {
    const { args, cli } = session
    if (args.length > 0)
      throw new UsageError(
        `unexpected arguments: [${args.join(' ')}]`,
        `See '${cli} api-versions -h' for help and examples`,
      )
    await session.connection()
    const { groupVersions } = await session.freshDiscovery().catch((error: unknown) => {
      throw new Failure(`couldn't get available api versions from server: ${faultText(error)}`)
    })
    for (const groupVersion of [...groupVersions].sort()) session.host.stdout(`${groupVersion}\n`)
  },
} satisfies Command
