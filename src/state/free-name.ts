/** The name, with a number when it is in use: `shop`, then `shop-2`. The number comes before the ending: `shop-2.yaml`. */
export function freeName(name: string, taken: ReadonlySet<unknown>, ending = ''): string {
  let free = name + ending
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}${ending}`
  return free
}
