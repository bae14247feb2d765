// Detection of the native app, whose web view names itself in the user agent.

/** Returns whether the page runs in the app's web view. */
export function isNativeApp(agent: string = ownAgent()): boolean {
  return /\bBasisApp\//.test(agent)
}

const ownAgent = (): string => (typeof navigator === 'undefined' ? '' : navigator.userAgent)
