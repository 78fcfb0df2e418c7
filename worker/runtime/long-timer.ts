/** The longest time that the engine's timers measure. After a longer one they call their task at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Calls the task once after any time, even after months. The returned function cancels. */
export function startTimer(ms: number, task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (left: number): void => {
    timer = left > LONGEST_MS ? setTimeout(() => wait(left - LONGEST_MS), LONGEST_MS) : setTimeout(task, left)
  }
  wait(ms)
  return () => clearTimeout(timer)
}
