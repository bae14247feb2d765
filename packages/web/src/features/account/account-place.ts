// The place of the account menu in the page.

/** Its id; it stays when the menu replaces the sign-in buttons. */
export const accountPlace = 'account-menu'
