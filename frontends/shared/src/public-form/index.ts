/**
 * The tail of the address of the anonymous form that "Palaute" leads to, at the bottom of every page of the residents' app (NAV-20). Fixed:
 * queues are made in the admin panel, and the tail is all by which the app can tell the one that is meant. The same in every language.
 */
export const feedbackTail = "palaute";
