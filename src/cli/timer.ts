/** The `after` of a host that uses the system's clock. */
export function timer(milliseconds: number, task: () => void): () => void {
  const handle = setTimeout(task, milliseconds)
  return () => clearTimeout(handle)
}
