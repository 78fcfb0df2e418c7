import { ANY_JSON } from '../client.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { CLIENT_VERSION } from '../client-version.ts'
import type { Command } from '../command.ts'
import { outputFlag } from '../common-flags.ts'
import { Failure, Unreachable } from '../failure.ts'
import { boolean } from '../flags.ts'
import { writeYaml } from '../../../worker/codec/yaml-writer.ts'

/** The release of kustomize whose `kustomization.yaml` this client reads. */
const KUSTOMIZE = 'v5.0.4-0.20230601165947-6ce0bf390ce3'

export const version = {
  name: 'version',
  summary: 'Print the client and server version information',
  usage: 'version [flags]',
  examples: [['Print the versions of client and server', '{cli} version']],
  flags: [
    boolean('client', 'If true, shows the client version only, without a request.'),
    outputFlag(['json', 'yaml']),
  ],
  async run(session) {
    const { flags, args, host } = session
    const output = flags.text('output')
    // A plugin for credentials only runs with the request, but faults of the configuration end the command here.
    if (!flags.boolean('client'))
      await (await session.client()).credentials().catch((error: unknown) => {
        if (!(error instanceof Unreachable)) throw error
      })
    // kubectl reads the arguments only when it reads the connection too.
    if (args.length > 0 && !flags.boolean('client')) throw new Failure(`extra arguments: [${args.join(' ')}]`)
    if (output !== '' && output !== 'json' && output !== 'yaml') throw new Failure("--output must be 'yaml' or 'json'")
    let server: JsonObject | undefined
    let failure: unknown
    if (!flags.boolean('client'))
      try {
        server = await (await session.client()).json({ path: '/version', accept: ANY_JSON })
      } catch (error) {
        failure = error
      }
    const versions = {
      clientVersion: CLIENT_VERSION,
      kustomizeVersion: KUSTOMIZE,
      ...(server === undefined ? {} : { serverVersion: server }),
    }
    if (output === 'json') host.stdout(`${JSON.stringify(versions, null, 2)}\n`)
    else if (output === 'yaml') host.stdout(`${writeYaml(versions)}\n`)
    else {
      host.stdout(`Client Version: ${CLIENT_VERSION.gitVersion}\nKustomize Version: ${KUSTOMIZE}\n`)
      if (server !== undefined) host.stdout(`Server Version: ${String(server.gitVersion)}\n`)
    }
    if (failure !== undefined) throw failure
  },
} satisfies Command
