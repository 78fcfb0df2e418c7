/** Whether a file holds a handler. */
export const isHandlerFile = (name: string): boolean => /\.handler\.[jt]s$/.test(name)

/** The field manager of a handler: the name of its file without the ending, cut after 128 characters. */
export const managerOf = (name: string): string => name.replace(/\.handler\.[jt]s$/, '').slice(0, 128)
