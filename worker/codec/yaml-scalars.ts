import type { Scalar } from 'yaml'
import type { Json } from '../api/json.ts'

/**
 * The value of a scalar by the rules of the real server's YAML 1.1 reader: `yes` and `off` are booleans, `0777` is octal,
 * `1_000` a number, dates stay text.
 */
export function resolveScalar(node: Scalar): Json {
  const text = String(node.value ?? '')
  switch (node.tag) {
    case undefined:
      return node.type === 'PLAIN' ? resolvePlain(text) : text
    case 'tag:yaml.org,2002:int':
    case 'tag:yaml.org,2002:float':
    case 'tag:yaml.org,2002:bool':
    case 'tag:yaml.org,2002:null':
      return resolvePlain(text)
    case 'tag:yaml.org,2002:binary':
      return decodeBinary(text)
    default:
      return text
  }
}

function decodeBinary(text: string): string {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
])
const NULLS = new Set(['', '~', 'null', 'Null', 'NULL'])
const FLOAT = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/

function resolvePlain(text: string): Json {
  if (NULLS.has(text)) return null
  const boolean = BOOLEANS.get(text)
  if (boolean !== undefined) return boolean
  if (!/^[-+.\d]/.test(text)) return text
  const plain = text.replaceAll('_', '')
  return resolveInteger(plain) ?? (FLOAT.test(plain) ? Number(plain) : text)
}

/** Go's `ParseInt` with base 0. */
function resolveInteger(text: string): number | bigint | undefined {
  const [, sign = '', prefix = '', digits = ''] = /^([-+]?)(0[xX]|0[bB]|0[oO]?(?=\d))?(\w+)$/.exec(text) ?? []
  const base = BASES[prefix.toLowerCase()]
  if (base === undefined || !base.digits.test(digits)) return undefined
  const value = BigInt(`${base.prefix}${digits}`) * (sign === '-' ? -1n : 1n)
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const BASES: Readonly<Record<string, { readonly prefix: string; readonly digits: RegExp }>> = {
  '': { prefix: '', digits: /^\d+$/ },
  '0': { prefix: '0o', digits: /^[0-7]+$/ },
  '0o': { prefix: '0o', digits: /^[0-7]+$/ },
  '0x': { prefix: '0x', digits: /^[\da-fA-F]+$/ },
  '0b': { prefix: '0b', digits: /^[01]+$/ },
}
