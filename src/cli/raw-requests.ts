import { quote } from '../../worker/api/go-format.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'
import { Failure, unsent } from './failure.ts'
import { readText } from './host.ts'
import type { Session } from './session.ts'

/**
 * The path and the query of `--raw`. The server of the connection replaces the host of a URL.
 * @throws Failure for a text that is not a URL of a request
 */
export async function rawPath(text: string): Promise<string> {
  const { checkRequestUri, parseUrl } = await import('../../worker/api/go-url.ts')
  try {
    checkRequestUri(text)
  } catch (error) {
    throw new Failure(`--raw must be a valid URL path: parse ${quote(text)}: ${errorMessage(error)}`)
  }
  try {
    parseUrl(text)
  } catch (error) {
    // Unlike `url.ParseRequestURI`, the request reads a host after `//`.
    throw unsent(errorMessage(error))
  }
  if (text === '*') return '/*'
  const [start] = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?/i.exec(text) ?? ['']
  const path = text.slice(start.length).replace(/#.*$/s, '')
  // A text such as `mailto:x` has no path.
  return path.startsWith('/') ? path : `/${path.replace(/^[^?]*/, '')}`
}

/** Prints the answer of a GET request for the path of `--raw`. */
export async function readRaw(session: Session): Promise<undefined> {
  const { flags, args } = session
  if (args.length > 0) throw new Failure('arguments may not be passed when --raw is specified')
  if (['watch', 'watch-only'].some((flag) => flags.boolean(flag)) || flags.text('selector') !== '')
    throw new Failure('--raw may not be specified with other flags that filter the server request or alter the output')
  if (flags.given('output')) throw new Failure('--raw and --output are mutually exclusive')
  const path = await rawPath(flags.text('raw'))
  const client = await session.client()
  session.host.stdout(await client.text({ path, accept: 'application/json, */*', isRaw: true }))
}

/** Sends the content of a file unchanged to the path of `--raw`, and prints the answer. */
export async function sendRaw(session: Session, method: 'POST' | 'PUT' | 'DELETE'): Promise<undefined> {
  const { flags } = session
  if (flags.boolean('edit')) throw new Failure('--raw and --edit are mutually exclusive')
  const [name, ...more] = flags.list('filename')
  if (name === undefined || more.length > 0) throw new Failure('--raw can only use a single local file or stdin')
  if (/^https?:\/\//.test(name)) throw new Failure('--raw cannot read from a url')
  if (flags.boolean('recursive')) throw new Failure('--raw and --recursive are mutually exclusive')
  if (method !== 'DELETE' && flags.text('selector') !== '')
    throw new Failure('--raw and --selector (-l) are mutually exclusive')
  if (flags.text('output') !== '') throw new Failure('--raw and --output are mutually exclusive')
  const path = await rawPath(flags.text('raw'))
  const body = name === '-' ? await session.host.stdin() : await readText(session.host.files, name)
  const client = await session.client()
  session.host.stdout(await client.text({ method, path, body, isRaw: true }))
}
