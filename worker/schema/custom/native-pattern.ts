/*
 * The RE2 engine takes up to thirty times as long for a text as the browser's engine, which backtracks. For most patterns of
 * definitions, however, both engines have the same results and backtracking takes linear time.
 */

/** Longer texts could exhaust the stack of an engine that backtracks. */
const LONGEST_TEXT = 10_000
/** The maximum number of optional parts and alternatives after the first. The engine then tries a text in at most 2^6 ways. */
const MAX_CHOICES = 6

/** Both engines understand these escapes in the same way: punctuation, and the ASCII classes of digits and word characters. */
const ESCAPE = String.raw`\\[!-\/:-@\[-^\x60{-~dw]`
const CHARACTER = String.raw`[\w \-\/,:;=@#%&~<>!"']|${ESCAPE}`
const CLASS = String.raw`\[(?:[\w \-\/,:;=@#%&~<>!"'.+*?()$|{}]|${ESCAPE})+\]`
const TOKEN = new RegExp(
  String.raw`(?<open>\((?:\?:)?)|(?<close>\))(?<perhaps>\?)?|(?<or>\|)|(?:${CLASS}|${CHARACTER})(?:(?<times>[*+]|\{\d+,\d*\})|\{\d+\}|(?<optional>\?))?`,
  'gy',
)

/**
 * The test of a correct pattern by the engine of JavaScript. Undefined for a pattern whose results could differ or whose time
 * may not be linear. The test returns undefined for a text that is too long. Example: `^[a-z]([-a-z0-9]*[a-z0-9])?$`.
 */
export function nativeTest(pattern: string): ((text: string) => boolean | undefined) | undefined {
  if (!isLinear(pattern)) return undefined
  const native = new RegExp(pattern)
  return (text) => (text.length > LONGEST_TEXT ? undefined : native.test(text))
}

/** RE2 refuses ranges that begin or end with a class of characters, and more than 1000 repetitions. */
const DOUBTFUL = /\[[^\]]*\\[dw]|\{\d*,?\d{4}/

/**
 * Whether a pattern is surely correct for RE2. The engine of JavaScript finds the wrong order of a range and brackets that have
 * no partner.
 */
export function isPlainPattern(pattern: string): boolean {
  if (DOUBTFUL.test(pattern)) return false
  try {
    return nativeTest(pattern) !== undefined
  } catch {
    return false
  }
}

/**
 * Whether a pattern takes linear time in an engine that backtracks. It must be anchored at both ends, and consist of ASCII
 * characters, classes and groups. At most one of the characters and classes may repeat a varying number of times. Groups may
 * not be nested or repeated.
 */
function isLinear(pattern: string): boolean {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return false
  const inner = pattern.slice(1, -1)
  let read = 0
  let isInGroup = false
  let varying = 0
  let choices = 0
  for (const { 0: token, groups = {} } of inner.matchAll(TOKEN)) {
    const isOpening = groups.open !== undefined
    // An alternative outside a group is not bound to the start or the end.
    if ((isOpening && isInGroup) || (groups.or !== undefined && !isInGroup)) return false
    isInGroup = isOpening || (isInGroup && groups.close === undefined)
    if (groups.times !== undefined) varying++
    if (groups.or ?? groups.perhaps ?? groups.optional) choices++
    read += token.length
  }
  return read === inner.length && varying <= 1 && choices <= MAX_CHOICES
}
