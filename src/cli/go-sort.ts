import { doubleOf } from '../../worker/api/numbers.ts'

/** Whether the first item sorts before the second. */
type Less<T> = (a: T, b: T) => boolean

/** Lists up to this length are sorted by insertion. */
const INSERTION_LIMIT = 12
/** From this length on, the pivot is the median of three medians. */
const SHORTEST_NINTHER = 50
const SHORTEST_SHIFTING = 50
const MAX_STEPS = 5
const MAX_SWAPS = 12
/** Shorter ranges have no patterns to break, and the pivot is their middle item. */
const SHORTEST_PATTERN = 8
/** A partition is balanced when its smaller side has at least this fraction, an eighth, of the items. */
const BALANCE = 8

/** A sorted copy. Equal items get the order in which Go's `sort.Sort`, which is not stable, leaves them. */
export function goSorted<T>(items: readonly T[], less: Less<T>): T[] {
  const copy = [...items]
  new PatternDefeatingSort(copy, less).sort(0, copy.length, bitLength(copy.length))
  return copy
}

const bitLength = (value: number): number => value.toString(2).length

/** How the sampled items of a range are ordered. */
type Hint = 'increasing' | 'decreasing' | 'unknown'

/** Go's pattern-defeating quicksort; each method works on the half-open range from `a` to `b`. */
class PatternDefeatingSort<T> {
  readonly #items: T[]
  readonly #isLess: Less<T>

  constructor(items: T[], less: Less<T>) {
    this.#items = items
    this.#isLess = less
  }

  /** `limit` is the number of bad pivots before the range is sorted as a heap. */
  sort(a: number, b: number, limit: number): void {
    let [isBalanced, isPartitioned] = [true, true]
    while (b - a > INSERTION_LIMIT) {
      if (limit === 0) return this.#heapSort(a, b)
      if (!isBalanced) {
        this.#breakPatterns(a, b)
        limit--
      }
      const [pivot, hint] = this.#pivot(a, b)
      if (isBalanced && isPartitioned && hint === 'increasing' && this.#insertFew(a, b)) return
      if (a > 0 && !this.#less(a - 1, pivot)) {
        a = this.#partitionEqual(a, b, pivot)
        continue
      }
      const [mid, wasPartitioned] = this.#partition(a, b, pivot)
      isPartitioned = wasPartitioned
      const threshold = Math.floor((b - a) / BALANCE)
      isBalanced = Math.min(mid - a, b - mid) >= threshold
      if (mid - a < b - mid) {
        this.sort(a, mid, limit)
        a = mid + 1
      } else {
        this.sort(mid + 1, b, limit)
        b = mid
      }
    }
    this.#insertionSort(a, b)
  }

  #less(i: number, j: number): boolean {
    return this.#isLess(this.#items[i] as T, this.#items[j] as T)
  }

  #swap(i: number, j: number): void {
    const items = this.#items
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }

  #insertionSort(a: number, b: number): void {
    for (let i = a + 1; i < b; i++) this.#shiftLeft(i, a)
  }

  /** Moves an item towards `first` while it sorts before its left neighbour. */
  #shiftLeft(from: number, first: number): void {
    for (let j = from; j > first && this.#less(j, j - 1); j--) this.#swap(j, j - 1)
  }

  #heapSort(a: number, b: number): void {
    const length = b - a
    for (let i = Math.floor((length - 1) / 2); i >= 0; i--) this.#siftDown(i, length, a)
    for (let i = length - 1; i >= 0; i--) {
      this.#swap(a, a + i)
      this.#siftDown(0, i, a)
    }
  }

  #siftDown(root: number, length: number, first: number): void {
    for (let child = 2 * root + 1; child < length; child = 2 * root + 1) {
      if (child + 1 < length && this.#less(first + child, first + child + 1)) child++
      if (!this.#less(first + root, first + child)) return
      this.#swap(first + root, first + child)
      root = child
    }
  }

  /** Moves three items to pseudorandom places. The generator starts from the length of the range. */
  #breakPatterns(a: number, b: number): void {
    const length = b - a
    if (length < SHORTEST_PATTERN) return
    let random = BigInt(length)
    const mask = (1n << BigInt(bitLength(length))) - 1n
    const middle = a + Math.floor(length / 4) * 2 - 1
    for (let i = 0; i < 3; i++) {
      random ^= BigInt.asUintN(64, random << 13n)
      random ^= random >> 7n
      random ^= BigInt.asUintN(64, random << 17n)
      const other = doubleOf(random & mask)
      this.#swap(middle + i, a + (other >= length ? other - length : other))
    }
  }

  /** Chooses a pivot, and reverses a decreasing range. */
  #pivot(a: number, b: number): [pivot: number, hint: Hint] {
    const [pivot, hint] = this.#sample(a, b)
    if (hint !== 'decreasing') return [pivot, hint]
    for (let [i, j] = [a, b - 1]; i < j; i++, j--) this.#swap(i, j)
    return [b - 1 - (pivot - a), 'increasing']
  }

  #sample(a: number, b: number): [pivot: number, hint: Hint] {
    const length = b - a
    const quarter = Math.floor(length / 4)
    let [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3]
    const swaps = { count: 0 }
    if (length >= SHORTEST_NINTHER)
      [i, j, k] = [i, j, k].map((at) => this.#median([at - 1, at, at + 1], swaps)) as [number, number, number]
    if (length >= SHORTEST_PATTERN) j = this.#median([i, j, k], swaps)
    if (swaps.count === 0) return [j, 'increasing']
    return [j, swaps.count === MAX_SWAPS ? 'decreasing' : 'unknown']
  }

  #median([a, b, c]: readonly [number, number, number], swaps: { count: number }): number {
    const ordered = (i: number, j: number): [number, number] => {
      if (!this.#less(j, i)) return [i, j]
      swaps.count++
      return [j, i]
    }
    const [low, high] = ordered(a, b)
    const [middle] = ordered(high, c)
    return ordered(low, middle)[1]
  }

  /** Sorts a range that needs few moves. Returns whether the range is sorted. */
  #insertFew(a: number, b: number): boolean {
    let i = a + 1
    for (let step = 0; step < MAX_STEPS; step++) {
      while (i < b && !this.#less(i, i - 1)) i++
      if (i === b) return true
      if (b - a < SHORTEST_SHIFTING) return false
      this.#swap(i, i - 1)
      if (i - a >= 2) this.#shiftLeft(i - 1, 0)
      if (b - i >= 2) for (let j = i + 1; j < b && this.#less(j, j - 1); j++) this.#swap(j, j - 1)
    }
    return false
  }

  /**
   * Puts the items equal to the pivot before the items that sort after it. Returns the index of the first item after
   * the equal ones.
   */
  #partitionEqual(a: number, b: number, pivot: number): number {
    this.#swap(a, pivot)
    let [i, j] = [a + 1, b - 1]
    for (;;) {
      while (i <= j && !this.#less(a, i)) i++
      while (i <= j && this.#less(a, j)) j--
      if (i > j) return i
      this.#swap(i++, j--)
    }
  }

  /** Puts the items that sort before the pivot to its left. Returns the pivot's index, and whether no item had to move. */
  #partition(a: number, b: number, pivot: number): [mid: number, wasPartitioned: boolean] {
    this.#swap(a, pivot)
    let [i, j] = [a + 1, b - 1]
    for (let wasPartitioned = true; ; wasPartitioned = false) {
      while (i <= j && this.#less(i, a)) i++
      while (i <= j && !this.#less(j, a)) j--
      if (i > j) {
        this.#swap(j, a)
        return [j, wasPartitioned]
      }
      this.#swap(i++, j--)
    }
  }
}
