// English: the dialog of a banned visitor, and the account menu.

export const visitor = {
  title: 'Not available to you',
  body: 'This exchange is not available to your account or in your region. You can continue to the spot market or leave.',
  reason: 'Reason: {{reason}}',
  confirm: 'Go to spot',
  cancel: 'Leave',
  leftTitle: 'You have left the terminal',
  leftBody: 'Your positions stay as they are, and so do the orders that can only close them.',
  back: 'Back to the terminal',
} as const

export const accountMenu = {
  menu: 'Account',
  demoName: 'Demo trader',
  demoTag: 'Demo',
  uid: 'UID {{uid}}',
  inviteCode: 'Invite code {{code}}',
  apiKeys: 'API keys',
  copyInvite: 'Copy invite link',
  inviteCopied: 'Invite link copied',
  inviteNotCopied: 'The browser does not allow copying',
  keep: 'Save this account…',
  signInOther: 'Sign in to another account…',
  confirmations: 'Confirm before sending',
  confirmLimit: 'Limit orders',
  confirmMarket: 'Market orders',
  confirmReverse: 'Position reversals',
  confirmRisk: 'High-risk orders',
  notices: 'Notifications',
  noticeCreateOrder: 'Order placed',
  noticeModifyOrder: 'Order amended',
  noticeCancelOrder: 'Order cancelled',
  noticeTrade: 'Order filled',
  signOut: 'Sign out',
  leaveTitle: 'Sign out of this demo account?',
  leaveBody:
    'It has no username or password, so you won’t be able to sign back in. Its positions and orders stay open.',
  leave: 'Sign out',
} as const
