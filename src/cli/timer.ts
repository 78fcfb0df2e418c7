/** `after` of a host whose time is the system's. */
export function timer(milliseconds: number, task: () => void): () => void {
  const handle = setTimeout(task, milliseconds)
  return () => clearTimeout(handle)
}
