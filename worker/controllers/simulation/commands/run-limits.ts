/** Enough for about 50 minutes of a loop that waits one second in each turn. */
const MAX_STEPS = 10_000
/** The most characters of output. */
const MAX_OUTPUT = 1_000_000
/** The most characters that a run expands, so that a loop over long texts takes less than a second. */
const MAX_WORK = 10_000_000
/** To parse a character takes as much work as to expand ten, and to record a file as much as twenty. */
const PARSING = 10
const RECORDING = 20

/** Thrown when a run reaches its horizon, or a limit. Such a run counts as endless. */
export class Horizon extends Error {}

/** The limits of one run: its commands come from a manifest, which may be an attack. */
export class RunLimits {
  #steps = 0
  #output = 0
  #work = 0

  /** Counts a command. @throws Horizon at the limit, like the other methods */
  step(): void {
    if (++this.#steps > MAX_STEPS) throw new Horizon()
  }

  /** Counts a text that is printed. */
  print(text: string): void {
    this.#output += text.length
    if (this.#output > MAX_OUTPUT) throw new Horizon()
  }

  /** Counts a text that is read or expanded. */
  expand(text: string): void {
    this.#spend(text.length)
  }

  /** Counts a script that is parsed. */
  parse(script: string): void {
    this.#spend(script.length * PARSING)
  }

  /** Counts the files that are recorded after a change. */
  record(files: number): void {
    this.#spend(files * RECORDING)
  }

  #spend(work: number): void {
    this.#work += work
    if (this.#work > MAX_WORK) throw new Horizon()
  }
}
