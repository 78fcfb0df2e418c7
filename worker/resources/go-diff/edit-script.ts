/** The steps from the old list to the new one. A step is a byte, because two texts may have a million. */
export const EDIT = { identity: 0, modified: 1, removed: 2, inserted: 3 } as const

export type Edit = (typeof EDIT)[keyof typeof EDIT]

/** The counts of equal and unequal leaves of two elements. */
export interface LeafCounts {
  readonly same: number
  readonly different: number
}

type Compare = (x: number, y: number) => LeafCounts

const isEqual = ({ different }: LeafCounts): boolean => different === 0
const isSimilar = ({ same, different }: LeafCounts): boolean => same + 1 >= different

/** Maps the steps 0, 1, 2, 3, 4 … to the offsets 0, -1, 1, -2, 2 … */
const zigzag = (step: number): number => ((step & 1) === 0 ? step : ~step) >> 1

/** A path through the grid of the two lists, from one corner towards the other. */
class Path {
  x: number
  y: number
  /** The place of the next edit: the path that begins at the last corner fills the list from its end. */
  at: number
  readonly #edits: Uint8Array
  readonly #direction: 1 | -1

  constructor(direction: 1 | -1, [x, y]: readonly [x: number, y: number], edits: Uint8Array) {
    this.#direction = direction
    this.x = x
    this.y = y
    this.#edits = edits
    this.at = direction === 1 ? 0 : edits.length - 1
  }

  append(edit: Edit): void {
    this.#edits[this.at] = edit
    this.at += this.#direction
    if (edit !== EDIT.inserted) this.x += this.#direction
    if (edit !== EDIT.removed) this.y += this.#direction
  }

  /** Extends the path to a point, with the edits that the elements on the way suggest. */
  connect(toX: number, toY: number, compare: Compare): void {
    const left = (): readonly [number, number] => [(toX - this.x) * this.#direction, (toY - this.y) * this.#direction]
    const back = this.#direction === 1 ? 0 : 1
    for (let [x, y] = left(); x > 0 || y > 0; [x, y] = left()) {
      if (x <= 0 || y <= 0) this.append(x > 0 ? EDIT.removed : EDIT.inserted)
      else this.append(suggested(compare(this.x - back, this.y - back), this.#direction === 1 ? x >= y : y < x))
    }
  }
}

function suggested(likeness: LeafCounts, removes: boolean): Edit {
  if (isEqual(likeness)) return EDIT.identity
  if (isSimilar(likeness)) return EDIT.modified
  return removes ? EDIT.removed : EDIT.inserted
}

/**
 * The edits between two lists of these lengths, bytes of `EDIT`. This is the algorithm of go-cmp, so that both report the same
 * elements as changed: it searches from both ends in turns, within a budget. Go begins at a random end, this function at the front.
 */
export function editScript(lengthX: number, lengthY: number, compare: Compare): Uint8Array {
  const edits = new Uint8Array(lengthX + lengthY)
  const forward = new Path(1, [0, 0], edits)
  const backward = new Path(-1, [lengthX, lengthY], edits)
  const front = { x: 0, y: 0 }
  const rear = { x: lengthX, y: lengthY }
  let budget = 4 * (lengthX + lengthY)
  const isOver = (): boolean => front.x >= rear.x || front.y >= rear.y || budget === 0
  const hasRoom = (): boolean => forward.x < backward.x && forward.y < backward.y
  const search = (isForward: boolean): void => {
    const [path, frontier] = isForward ? [forward, front] : [backward, rear]
    const back = isForward ? 0 : 1
    const sign = isForward ? 1 : -1
    for (let above = false, below = false, step = 0; !(above && below) && budget > 0; step++) {
      const [x, y] = [frontier.x + sign * zigzag(step), frontier.y - sign * zigzag(step)]
      if (isForward ? x >= backward.x || y < forward.y : forward.x >= x || backward.y < y) above = true
      else if (isForward ? y >= backward.y || x < forward.x : forward.y >= y || backward.x < x) below = true
      else if (isEqual(compare(x - back, y - back))) {
        path.connect(x, y, compare)
        path.append(EDIT.identity)
        while (hasRoom() && isEqual(compare(path.x - back, path.y - back))) path.append(EDIT.identity)
        frontier.x = path.x
        frontier.y = path.y
        above = below = true
      } else budget--
    }
  }
  for (;;) {
    if (isOver()) break
    search(true)
    if (backward.x - front.x >= backward.y - front.y) front.x++
    else front.y++
    if (isOver()) break
    search(false)
    if (rear.x - forward.x >= rear.y - forward.y) rear.x--
    else rear.y--
  }
  forward.connect(backward.x, backward.y, compare)
  // The two paths together have at most as many edits as there are elements.
  edits.copyWithin(forward.at, backward.at + 1)
  return edits.subarray(0, forward.at + edits.length - backward.at - 1)
}
