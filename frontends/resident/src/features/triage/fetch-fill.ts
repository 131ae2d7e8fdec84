/** The questions: fetched while one reads what they are about. */
export const fetchFill = () => import("./Fill");
