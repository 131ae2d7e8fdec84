export { Due } from "./Due";
export { timeLeft } from "./time-left";
