/** An integer of 64 bits as Go's `strconv.ParseInt` reads it; undefined for any other text. */
export function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text)
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const MAX_UINT64 = 2n ** 64n - 1n

/**
 * The reason for which Go's `strconv` refuses a text as an integer of 64 bits; undefined when it is one. Digits beyond
 * 64 bits are reported before a later character that is not a digit.
 */
export function integerFault(text: string, isSigned: boolean): 'invalid syntax' | 'value out of range' | undefined {
  const [digits = '', rest = ''] = (isSigned ? /^[+-]?(\d+)(.*)$/s : /^(\d+)(.*)$/s).exec(text)?.slice(1) ?? []
  if (digits.length >= 20 && BigInt(digits) > MAX_UINT64) return 'value out of range'
  if (digits === '' || rest !== '') return 'invalid syntax'
  return isSigned && parseInt64(text) === undefined ? 'value out of range' : undefined
}
