/** The council's rules: who sits, what a panel decides, who is paid and who pays. */
export {};
