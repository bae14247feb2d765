// Notifications of the browser for a hidden tab: permission is requested only on a click, and they
// are shown if this device has granted it.

import { useSyncExternalStore } from 'react'

/** `unsupported`: not available in this browser, or not on this page's origin. */
export type NoticePermission = 'unsupported' | 'default' | 'granted' | 'denied'

function noticePermission(): NoticePermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported'
}

const listeners = new Set<() => void>()
const notifyListeners = (): void => listeners.forEach((listener) => listener())

function follow(listener: () => void): () => void {
  listeners.add(listener)
  let status: PermissionStatus | undefined
  // The user may change the permission in the browser's settings.
  void globalThis.navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      status = found
      found.addEventListener('change', notifyListeners)
    })
    .catch(() => undefined)
  return () => {
    listeners.delete(listener)
    status?.removeEventListener('change', notifyListeners)
  }
}

/** Returns this device's permission, and re-renders when it changes. */
export const useNoticePermission = (): NoticePermission =>
  useSyncExternalStore(follow, noticePermission)

/** Requests the permission; called on a click. */
export async function askForNotices(): Promise<void> {
  if ('Notification' in globalThis) await Notification.requestPermission()
  notifyListeners()
}

/**
 * Shows a notification if the tab is hidden and permission is granted; returns whether it did. Two
 * tabs with the same tag show it once.
 */
export function showBrowserNotice(asked: {
  readonly title: string
  readonly body: string
  readonly tag: string
}): boolean {
  if (noticePermission() !== 'granted' || document.visibilityState !== 'hidden') return false
  try {
    const { title, body, tag } = asked
    const notice = new Notification(title, { body, tag, icon: '/basis.svg' })
    notice.addEventListener('click', () => {
      globalThis.focus()
      notice.close()
    })
    return true
  } catch {
    // Some phones allow notifications only from a service worker.
    return false
  }
}
