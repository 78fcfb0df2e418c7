import { quote } from '../../api/go-format.ts'
import { checkRequestUri, escapedPath, isRequestUri, parseUrl, UrlFault, type GoUrl } from '../../api/go-url.ts'
import type { Library } from '../declarations.ts'
import { global, member } from '../declarations.ts'
import { EvaluationError } from '../evaluation-error.ts'
import type { Value } from '../values.ts'
import { DictOf } from '../dict-of.ts'
import { GoStrings, Opaque } from '../values.ts'

const TYPE = 'kubernetes.URL'

class Url extends Opaque {
  readonly typeName = TYPE
  readonly goType = 'cel.URL'
  readonly source: string
  readonly parts: GoUrl
  constructor(source: string, parts: GoUrl) {
    super()
    this.source = source
    this.parts = parts
  }
  equals(other: Value): boolean | undefined {
    return other instanceof Url ? this.source === other.source : undefined
  }
}

function url(text: string): Value {
  try {
    // Go's request form keeps the fragment, so that the real server parses the text twice.
    checkRequestUri(text)
    return new Url(text, parseUrl(text))
  } catch (error) {
    if (!(error instanceof UrlFault)) throw error
    const why = `parse ${quote(text)}: ${error.message}`
    throw new EvaluationError(`URL parse error during conversion from string: ${why}`, { cause: error })
  }
}

const PORT = /:(\d*)$/

const withoutPort = (host: string): string => (/^\[[^]*\]$/.test(host) ? host : host.replace(PORT, ''))
const hostname = ({ parts: { host } }: Url): Value => withoutPort(host).replace(/^\[([^]*)\]$/, '$1')
const port = ({ parts: { host } }: Url): Value => (/^\[[^]*\]$/.test(host) ? '' : (PORT.exec(host)?.[1] ?? ''))

const unescape = (text: string): string | undefined => {
  const spaced = text.replaceAll('+', ' ')
  if (/%(?![0-9A-Fa-f]{2})/.test(spaced)) return undefined
  try {
    return decodeURIComponent(spaced)
  } catch {
    // Bytes that are not UTF-8 keep their escapes.
    return spaced
  }
}

function queryOf({ parts: { query } }: Url): Value {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const sign = pair.indexOf('=')
    const key = unescape(sign < 0 ? pair : pair.slice(0, sign))
    const value = unescape(sign < 0 ? '' : pair.slice(sign + 1))
    if (key === undefined || value === undefined) continue
    values.set(key, [...(values.get(key) ?? []), value])
  }
  return new DictOf([...values].map(([key, list]): [string, Value] => [key, new GoStrings(list)]))
}

/** The functions that return the parts of URLs. */
export const urls: Library = {
  url: { overloads: [global('string_to_url', 'string', TYPE, url)] },
  isURL: { overloads: [global('is_url_string', 'string', 'bool', isRequestUri)] },
  getScheme: { overloads: [member('url_get_scheme', TYPE, 'string', ({ parts: { scheme } }: Url) => scheme)] },
  getHost: { overloads: [member('url_get_host', TYPE, 'string', ({ parts: { host } }: Url) => host)] },
  getHostname: { overloads: [member('url_get_hostname', TYPE, 'string', hostname)] },
  getPort: { overloads: [member('url_get_port', TYPE, 'string', port)] },
  getEscapedPath: {
    overloads: [member('url_get_escaped_path', TYPE, 'string', ({ parts }: Url) => escapedPath(parts))],
  },
  getQuery: { overloads: [member('url_get_query', TYPE, 'map(string, list(string))', queryOf)] },
}
