// The page's cookies: reading one by name, and writing one with the product's default lifetime.

/** Lifetime of a cookie that names none (spec 9: 100 days). */
const COOKIE_LIFETIME_DAYS = 100

const SECONDS_PER_DAY = 86_400

/** Returns the decoded value of a cookie, or undefined when it is absent or not readable text. */
export function readCookie(name: string, cookies: string = documentCookies()): string | undefined {
  for (const part of cookies.split(';')) {
    const separator = part.indexOf('=')
    if (separator < 0 || part.slice(0, separator).trim() !== name) continue
    try {
      return decodeURIComponent(part.slice(separator + 1).trim())
    } catch {
      return undefined
    }
  }
  return undefined
}

/** Returns the text that, assigned to `document.cookie`, sets the cookie for the whole site. */
export function cookieText(
  name: string,
  value: string,
  options: { lifetimeDays?: number; secure?: boolean } = {},
): string {
  const { lifetimeDays = COOKIE_LIFETIME_DAYS, secure = false } = options
  const age = Math.round(lifetimeDays * SECONDS_PER_DAY)
  const text = `${name}=${encodeURIComponent(value)}; Max-Age=${age}; Path=/; SameSite=Strict`
  return secure ? `${text}; Secure` : text
}

/** Sets a cookie; on an https page it is sent over https only. */
export function writeCookie(name: string, value: string, lifetimeDays?: number): void {
  const secure = globalThis.location.protocol === 'https:'
  const options = lifetimeDays === undefined ? { secure } : { secure, lifetimeDays }
  globalThis.document.cookie = cookieText(name, value, options)
}

/** Removes a cookie that was set by `writeCookie`. */
export function removeCookie(name: string): void {
  writeCookie(name, '', 0)
}

function documentCookies(): string {
  return typeof document === 'undefined' ? '' : document.cookie
}
