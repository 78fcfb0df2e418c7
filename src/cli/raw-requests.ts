import { Failure } from './failure.ts'
import { readText } from './host.ts'
import type { Session } from './session.ts'

/** Refuses a `--raw` that is neither a path nor a URL. @throws Failure */
export function requireUrlPath(path: string): void {
  if (!path.startsWith('/') && !/^[a-z][a-z0-9+.-]*:/i.test(path))
    throw new Failure(`--raw must be a valid URL path: parse ${JSON.stringify(path)}: invalid URI for request`)
}

/** Sends the content of a file unchanged to the path of `--raw`, and prints the answer. */
export async function sendRaw(session: Session, method: 'POST' | 'PUT' | 'DELETE'): Promise<undefined> {
  const { flags } = session
  const path = flags.text('raw')
  if (flags.boolean('edit')) throw new Failure('--raw and --edit are mutually exclusive')
  const [name, ...more] = flags.list('filename')
  if (name === undefined || more.length > 0) throw new Failure('--raw can only use a single local file or stdin')
  if (/^https?:\/\//.test(name)) throw new Failure('--raw cannot read from a url')
  if (flags.boolean('recursive')) throw new Failure('--raw and --recursive are mutually exclusive')
  if (flags.text('selector') !== '') throw new Failure('--raw and --selector (-l) are mutually exclusive')
  if (flags.text('output') !== '') throw new Failure('--raw and --output are mutually exclusive')
  requireUrlPath(path)
  const body = name === '-' ? await session.host.stdin() : await readText(session.host.files, name)
  const client = await session.client()
  session.host.stdout(await client.text({ method, path, body, isRaw: true }))
}
