const DOMAIN = String.raw`(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])`
const PATH = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`
const IMAGE = new RegExp(
  String.raw`^(?:(?:${DOMAIN}(?:\.${DOMAIN})*|\[[a-fA-F0-9:]+\])(?::\d+)?/)?${PATH}(?:/${PATH})*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
)

/** Whether the text is the reference of an image, such as `registry:5000/group/name:tag@sha256:...`. */
export const isImageName = (text: string): boolean => IMAGE.test(text)
