import type { CryptoAnswer, CryptoCall, CryptoMethod, EncodedKey } from './encoded-value.ts'
import { CRYPTO_METHODS, decodedValue, encodedValue } from './encoded-value.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

type Subtle = Record<CryptoMethod, (...args: readonly unknown[]) => Promise<unknown>>

/** The object that represents a key for the handler. The key itself is in the outer context. */
class ContextKey {
  readonly type: string
  readonly extractable: boolean
  readonly usages: readonly string[]
  readonly algorithm: unknown

  constructor({ type, extractable, usages }: EncodedKey, algorithm: unknown) {
    this.type = type
    this.extractable = extractable
    this.usages = usages
    this.algorithm = algorithm
  }
}

/**
 * `crypto.subtle` of a handler's context; `settle` receives each `CryptoAnswer` as text.
 * @param send sends a `CryptoCall` to the outer context
 */
export function subtleCrypto(send: (text: string) => void): { readonly subtle: Subtle; settle(text: string): void } {
  const waiting = new Map<number, Waiting>()
  const keys = new WeakMap<object, EncodedKey>()
  const post = (call: CryptoCall): void => send(JSON.stringify(call))
  const collected = new FinalizationRegistry<number>((released) => post({ released }))
  let last = 0

  const keyOf = (key: EncodedKey): ContextKey => {
    const held = Object.freeze(
      new ContextKey(
        key,
        decodedValue(key.algorithm, () => undefined),
      ),
    )
    keys.set(held, key)
    collected.register(held, key.number)
    return held
  }
  const called = (method: CryptoMethod, args: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const encoded = args.map((arg) => encodedValue(arg, (value) => keys.get(value)))
      const id = ++last
      waiting.set(id, { resolve, reject })
      post({ id, method, args: encoded })
    })
  return {
    subtle: Object.fromEntries(
      CRYPTO_METHODS.map((method) => [method, (...args: readonly unknown[]) => called(method, args)]),
    ) as Subtle,
    settle(text) {
      const { id, value = {}, fault } = JSON.parse(text) as CryptoAnswer
      const found = waiting.get(id)
      waiting.delete(id)
      if (fault === undefined) found?.resolve(decodedValue(value, keyOf))
      else found?.reject(Object.assign(new Error(fault.message), { name: fault.name }))
    },
  }
}
