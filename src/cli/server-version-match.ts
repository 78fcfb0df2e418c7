import { quote } from '../../worker/api/go-format.ts'
import { CLIENT_VERSION } from './client-version.ts'
import { ANY_JSON, type Client } from './client.ts'
import { Failure, faultText } from './failure.ts'

/** The fields of a version in the order in which Go prints them. */
const FIELDS = [
  'major', 'minor', 'gitVersion', 'gitCommit', 'gitTreeState', 'buildDate', 'goVersion', 'compiler', 'platform',
] as const // prettier-ignore

type Version = Readonly<Partial<Record<(typeof FIELDS)[number], unknown>>>

/** Requires that the server has the release of the client, for `--match-server-version`. @throws Failure with kubectl's text */
export async function checkServerVersion(client: Client): Promise<void> {
  const server: Version = await client.json({ path: '/version', accept: ANY_JSON }).catch((error: unknown) => {
    throw new Failure(`couldn't read version from server: ${faultText(error)}`)
  })
  if (server.gitVersion === CLIENT_VERSION.gitVersion) return
  throw new Failure(`server version (&${goText(server)}) differs from client version (${goText(CLIENT_VERSION)})`)
}

function goText(version: Version): string {
  const fields = FIELDS.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}:${quote(String(version[name] ?? ''))}`)
  return `version.Info{${fields.join(', ')}}`
}
