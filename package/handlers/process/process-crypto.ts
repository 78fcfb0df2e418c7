import { webcrypto } from 'node:crypto'
import { types } from 'node:util'
import type { CryptoAnswer, CryptoCall, EncodedKey } from '../context/encoded-value.ts'
import { CRYPTO_METHODS, decodedValue, encodedValue } from '../context/encoded-value.ts'

type Key = webcrypto.CryptoKey
type Call = Extract<CryptoCall, { id: number }>

/**
 * Answers the calls of `crypto.subtle` that a handler's context sends, and holds its keys. The texts of the calls are not
 * trusted.
 * @param deliver receives each `CryptoAnswer` as text
 */
export function processCrypto(deliver: (text: string) => void): (text: string) => void {
  const keys = new Map<number, Key>()
  let last = 0

  const encodedKey = (value: object): EncodedKey | undefined => {
    if (!types.isCryptoKey(value)) return undefined
    const { type, extractable, usages, algorithm } = value
    keys.set(++last, value)
    return { number: last, type, extractable, usages, algorithm: encodedValue({ ...algorithm }, () => undefined) }
  }
  const result = async ({ method, args }: Call): Promise<unknown> => {
    if (!CRYPTO_METHODS.includes(method)) throw new Error(`no method ${method}`)
    const call = webcrypto.subtle[method] as (...values: unknown[]) => Promise<unknown>
    return call.apply(
      webcrypto.subtle,
      args.map((arg) => decodedValue(arg, ({ number }) => keys.get(number))),
    )
  }
  const answer = async (call: Call): Promise<CryptoAnswer> => {
    try {
      return { id: call.id, value: encodedValue(await result(call), encodedKey) }
    } catch (error) {
      const { name, message } = error as Error
      return { id: call.id, fault: { name, message } }
    }
  }
  return (text) => {
    const call = JSON.parse(text) as CryptoCall
    if ('released' in call) keys.delete(call.released)
    else void answer(call).then((given) => deliver(JSON.stringify(given)))
  }
}
