/** Choices that a seed decides: the same seed makes the same requests. */
export interface Dice {
  /** Uniform in [0, bound), an integer. */
  below(bound: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** Mulberry32: small, fast, and random enough to choose requests. */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: ([first, ...others]) => others[below(others.length + 1) - 1] ?? first,
  }
}

/** Picks as `pick` does, from a list whose type does not show that it has an item. @throws Error for an empty list */
export function pickFrom<T>({ below }: Dice, choices: readonly T[]): T {
  const choice = choices[below(choices.length)]
  if (choice === undefined) throw new Error('give at least one choice')
  return choice
}
