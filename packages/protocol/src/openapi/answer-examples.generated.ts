/** Answers of the default world, written by apps/server/src/modules/world/world.examples.test.ts. */
type Example = { readonly title: string; readonly request: string; readonly body?: unknown; readonly answer: unknown };

export const ANSWER_EXAMPLES: Readonly<Record<string, readonly Example[] | undefined>> = {
  "readWorld": [
    {
      "title": "meridian",
      "request": "GET /api/v1/world",
      "answer": {
        "tick": 120961,
        "worldTime": "Y16-01-01 01:00",
        "state": "RUNNING",
        "tickSeconds": 0.001,
        "nextTickAt": null,
        "population": 2000,
        "cities": 6,
        "businesses": 174,
        "moneySupply": "1027996752383",
        "chainHash": "0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
        "leaderboards": {
          "wealth": [
            {
              "id": "eb19657b-f443-7001-8000-0000000001d9",
              "name": "Xanthe Kindling",
              "value": "2296592371"
            },
            {
              "id": "eb19657b-6b23-7001-8000-00000000069b",
              "name": "Viggo Ironside",
              "value": "2273678776"
            },
            {
              "id": "eb19657b-567d-7001-8000-00000000011f",
              "name": "Zelda Yarrow",
              "value": "1858416827"
            },
            {
              "id": "eb19657b-dc89-7001-8000-0000000003d4",
              "name": "Kestrel Inkpen",
              "value": "1829855117"
            },
            {
              "id": "eb19657b-2736-7001-8000-000000000304",
              "name": "Joram Kettlewell",
              "value": "1734637756"
            },
            {
              "id": "eb19657b-4d76-7001-8000-000000000527",
              "name": "Kestrel Ashdown",
              "value": "1583252988"
            },
            {
              "id": "eb19657b-0bdd-7001-8000-0000000003a3",
              "name": "Nadir Inkpen",
              "value": "1353555383"
            },
            {
              "id": "eb19657b-86ca-7001-8000-0000000001c0",
              "name": "Rowan Juniper",
              "value": "1319238570"
            },
            {
              "id": "eb19657b-0eb7-7001-8000-000000000325",
              "name": "Katla Merriweather",
              "value": "1317263149"
            },
            {
              "id": "eb19657b-8d33-7001-8000-000000000510",
              "name": "Darrin Brightwater",
              "value": "1266976398"
            }
          ],
          "sales": [
            {
              "id": "eb19657b-b84b-7003-8001-000000000048",
              "name": "The Amber Key Market",
              "value": "6145997779"
            },
            {
              "id": "eb19657b-c188-7003-8000-000000000073",
              "name": "Jessop Market",
              "value": "6107976939"
            },
            {
              "id": "eb19657b-91d8-7003-8002-000000000000",
              "name": "The Grey Elm Workshop",
              "value": "5482829484"
            },
            {
              "id": "eb19657b-50f6-7003-8000-00000000009a",
              "name": "The Amber Ivy Bakery",
              "value": "4812124826"
            },
            {
              "id": "eb19657b-9799-7003-8000-00000000003c",
              "name": "The Little Drum Farm",
              "value": "4706092096"
            },
            {
              "id": "eb19657b-8e62-7003-8001-0000000000de",
              "name": "The Blue Jackdaw Press",
              "value": "4692030471"
            },
            {
              "id": "eb19657b-711d-7003-8001-00000000002e",
              "name": "The Blue Dove Store",
              "value": "4515927840"
            },
            {
              "id": "eb19657b-72cb-7003-8000-000000000041",
              "name": "The Copper Lantern Farm",
              "value": "4323437493"
            },
            {
              "id": "eb19657b-befb-7003-8002-0000000000b7",
              "name": "Driftwood Market",
              "value": "4300922103"
            },
            {
              "id": "eb19657b-e126-7003-8000-0000000000b4",
              "name": "Hawthorn Kitchen",
              "value": "4283266987"
            }
          ],
          "staff": [
            {
              "id": "eb19657b-91d8-7003-8002-000000000000",
              "name": "The Grey Elm Workshop",
              "value": "47"
            },
            {
              "id": "eb19657b-b84b-7003-8001-000000000048",
              "name": "The Amber Key Market",
              "value": "40"
            },
            {
              "id": "eb19657b-c188-7003-8000-000000000073",
              "name": "Jessop Market",
              "value": "40"
            },
            {
              "id": "eb19657b-50f6-7003-8000-00000000009a",
              "name": "The Amber Ivy Bakery",
              "value": "35"
            },
            {
              "id": "eb19657b-4852-7003-8003-0000000000c0",
              "name": "The Copper Otter Tavern",
              "value": "33"
            },
            {
              "id": "eb19657b-cbe1-7003-8002-000000000055",
              "name": "The Golden Lantern School",
              "value": "31"
            },
            {
              "id": "eb19657b-08fc-7003-8000-000000000092",
              "name": "The Copper Beacon Farm",
              "value": "31"
            },
            {
              "id": "eb19657b-9799-7003-8000-00000000003c",
              "name": "The Little Drum Farm",
              "value": "30"
            },
            {
              "id": "eb19657b-1f1d-7003-8002-000000000046",
              "name": "The New Beacon Kitchen",
              "value": "30"
            },
            {
              "id": "eb19657b-8669-7003-8001-00000000007d",
              "name": "The Amber Ivy Store",
              "value": "29"
            }
          ]
        },
        "announcements": [
          "The New Otter Courier opened in Almsfield.",
          "The Copper Beacon Store in Stonehollow failed: over indebted."
        ],
        "headlines": [
          {
            "kind": "business.founded",
            "city": "Almsfield",
            "business": "The New Otter Courier",
            "code": null
          },
          {
            "kind": "business.bankrupt",
            "city": "Stonehollow",
            "business": "The Copper Beacon Store",
            "code": "over_indebted"
          }
        ]
      }
    }
  ],
  "readWorldMap": [
    {
      "title": "meridian",
      "request": "GET /api/v1/world/map",
      "answer": {
        "tick": 120961,
        "roads": [
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-3e51-7002-8000-000000000001"
          },
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-783e-7002-8000-000000000002"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-783e-7002-8000-000000000002"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005"
          },
          {
            "fromCityId": "eb19657b-35b5-7002-8000-000000000004",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005"
          }
        ],
        "trade": [
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-3e51-7002-8000-000000000001",
            "sector": "GOODS",
            "amount": "46487652"
          },
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-783e-7002-8000-000000000002",
            "sector": "GOODS",
            "amount": "7297071"
          },
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "FOOD",
            "amount": "15152433"
          },
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "GOODS",
            "amount": "5145804"
          },
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004",
            "sector": "GOODS",
            "amount": "92398272"
          },
          {
            "fromCityId": "eb19657b-b169-7002-8000-000000000000",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "sector": "GOODS",
            "amount": "5624983"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "FOOD",
            "amount": "119988798"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "GOODS",
            "amount": "3423068"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-783e-7002-8000-000000000002",
            "sector": "FOOD",
            "amount": "9465674"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-783e-7002-8000-000000000002",
            "sector": "GOODS",
            "amount": "5629501"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "FOOD",
            "amount": "99880789"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "GOODS",
            "amount": "6744055"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004",
            "sector": "FOOD",
            "amount": "6114370"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004",
            "sector": "GOODS",
            "amount": "22088639"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "sector": "FOOD",
            "amount": "16124722"
          },
          {
            "fromCityId": "eb19657b-3e51-7002-8000-000000000001",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "sector": "GOODS",
            "amount": "3056076"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "FOOD",
            "amount": "62614668"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "GOODS",
            "amount": "1794185"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-3e51-7002-8000-000000000001",
            "sector": "GOODS",
            "amount": "75944254"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "FOOD",
            "amount": "12702319"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "GOODS",
            "amount": "4430481"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004",
            "sector": "GOODS",
            "amount": "76344812"
          },
          {
            "fromCityId": "eb19657b-783e-7002-8000-000000000002",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "sector": "GOODS",
            "amount": "12414837"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "FOOD",
            "amount": "6165372"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-3e51-7002-8000-000000000001",
            "sector": "GOODS",
            "amount": "44333354"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-783e-7002-8000-000000000002",
            "sector": "GOODS",
            "amount": "18801057"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004",
            "sector": "GOODS",
            "amount": "63185957"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "sector": "FOOD",
            "amount": "5775779"
          },
          {
            "fromCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "toCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "sector": "GOODS",
            "amount": "9450328"
          },
          {
            "fromCityId": "eb19657b-35b5-7002-8000-000000000004",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "FOOD",
            "amount": "55284494"
          },
          {
            "fromCityId": "eb19657b-35b5-7002-8000-000000000004",
            "toCityId": "eb19657b-783e-7002-8000-000000000002",
            "sector": "GOODS",
            "amount": "4810037"
          },
          {
            "fromCityId": "eb19657b-35b5-7002-8000-000000000004",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "FOOD",
            "amount": "30509345"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "FOOD",
            "amount": "10103596"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-b169-7002-8000-000000000000",
            "sector": "GOODS",
            "amount": "8435126"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-3e51-7002-8000-000000000001",
            "sector": "GOODS",
            "amount": "14767512"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-783e-7002-8000-000000000002",
            "sector": "GOODS",
            "amount": "7880037"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "FOOD",
            "amount": "15486993"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-9bd5-7002-8000-000000000003",
            "sector": "GOODS",
            "amount": "2820572"
          },
          {
            "fromCityId": "eb19657b-a2d4-7002-8000-000000000005",
            "toCityId": "eb19657b-35b5-7002-8000-000000000004",
            "sector": "GOODS",
            "amount": "42894459"
          }
        ],
        "cities": [
          {
            "cityId": "eb19657b-b169-7002-8000-000000000000",
            "activities": {
              "SLEEPING": 275,
              "WORKING": 22
            },
            "businesses": {
              "FOOD": 11,
              "GOODS": 8,
              "SERVICES": 7,
              "CONSTRUCTION": 1
            },
            "migration": {
              "in": 0,
              "out": 0
            }
          },
          {
            "cityId": "eb19657b-3e51-7002-8000-000000000001",
            "activities": {
              "SLEEPING": 307,
              "WORKING": 23
            },
            "businesses": {
              "FOOD": 11,
              "GOODS": 9,
              "SERVICES": 5,
              "CONSTRUCTION": 3
            },
            "migration": {
              "in": 0,
              "out": 0
            }
          },
          {
            "cityId": "eb19657b-783e-7002-8000-000000000002",
            "activities": {
              "SLEEPING": 296,
              "WORKING": 15
            },
            "businesses": {
              "FOOD": 10,
              "GOODS": 7,
              "SERVICES": 6,
              "CONSTRUCTION": 3
            },
            "migration": {
              "in": 0,
              "out": 0
            }
          },
          {
            "cityId": "eb19657b-9bd5-7002-8000-000000000003",
            "activities": {
              "SLEEPING": 329,
              "WORKING": 25
            },
            "businesses": {
              "FOOD": 11,
              "GOODS": 7,
              "SERVICES": 6,
              "CONSTRUCTION": 2
            },
            "migration": {
              "in": 0,
              "out": 0
            }
          },
          {
            "cityId": "eb19657b-35b5-7002-8000-000000000004",
            "activities": {
              "SLEEPING": 317,
              "WORKING": 16
            },
            "businesses": {
              "FOOD": 10,
              "GOODS": 7,
              "SERVICES": 6,
              "CONSTRUCTION": 2
            },
            "migration": {
              "in": 0,
              "out": 0
            }
          },
          {
            "cityId": "eb19657b-a2d4-7002-8000-000000000005",
            "activities": {
              "SLEEPING": 346,
              "WORKING": 29
            },
            "businesses": {
              "FOOD": 14,
              "GOODS": 11,
              "SERVICES": 8,
              "CONSTRUCTION": 3
            },
            "migration": {
              "in": 0,
              "out": 0
            }
          }
        ]
      }
    }
  ],
  "readWorldProof": [
    {
      "title": "meridian",
      "request": "GET /api/v1/world/proof/120960",
      "answer": {
        "tick": 120960,
        "chainHash": "0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
        "previous": "0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
        "inputDigest": "0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
        "postingDigest": "0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
        "eventDigest": "0x5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
        "stateHash": null
      }
    }
  ],
  "listActors": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors?limit=1",
      "answer": {
        "items": [
          {
            "id": "eb19657b-6fa2-7001-8000-000000000354",
            "name": "Alda Ashdown",
            "kind": "RESIDENT",
            "cityId": "eb19657b-35b5-7002-8000-000000000004",
            "validatorState": null,
            "reputation": 100
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "readActor": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4",
      "answer": {
        "id": "eb19657b-cc35-7001-8000-0000000001f4",
        "name": "Wendel Thistlewood",
        "kind": "RESIDENT",
        "control": "AUTOPILOT",
        "walletAddress": null,
        "city": {
          "id": "eb19657b-783e-7002-8000-000000000002",
          "name": "Almsfield"
        },
        "bornTick": 0,
        "state": {
          "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
          "asOfTick": 120961,
          "name": "Wendel Thistlewood",
          "cityId": "eb19657b-783e-7002-8000-000000000002",
          "frozen": false,
          "frozenReason": null,
          "activity": {
            "kind": "SLEEPING",
            "untilTick": 120966
          },
          "needs": {
            "health": 90,
            "energy": 100,
            "food": 88,
            "social": 84,
            "fun": 100,
            "purpose": 100
          },
          "mood": 93,
          "employment": {
            "state": "EMPLOYED",
            "businessId": "eb19657b-8147-7003-8001-000000000056",
            "role": null,
            "wage": "122449075"
          },
          "home": {
            "kind": "RENTED",
            "propertyId": "eb19657b-292f-7005-8000-000000000374",
            "tier": "FLAT",
            "rent": "19104354"
          },
          "balance": "242946682",
          "locked": "0",
          "debt": "0",
          "wealthPercentile": 77,
          "reputation": 100,
          "autonomy": 1,
          "validatorState": null
        },
        "wallet": {
          "balance": "242946682",
          "locked": "0",
          "currency": "MARK",
          "decimals": 6
        },
        "traits": {
          "thrift": 168,
          "ambition": 221,
          "sociability": 45,
          "curiosity": 197
        },
        "grade": 1,
        "skills": [
          {
            "skill": "FOOD",
            "xp": 0
          },
          {
            "skill": "GOODS",
            "xp": 0
          },
          {
            "skill": "SERVICES",
            "xp": 0
          },
          {
            "skill": "CONSTRUCTION",
            "xp": 0
          }
        ],
        "inventory": [],
        "consents": [],
        "properties": [],
        "relationships": [
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-e12d-7001-8000-0000000002cc",
            "otherName": "Alda Millbrook",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 2808
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-a71f-7001-8000-000000000194",
            "otherName": "Quill Foxglove",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 4128
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-f581-7001-8000-000000000638",
            "otherName": "Odile Underhill",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 576
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-7f76-7001-8000-000000000788",
            "otherName": "Cosima Eastwick",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 384
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-725c-7001-8000-000000000181",
            "otherName": "Lucan Goldcrest",
            "type": "FRIENDSHIP",
            "affinity": 70,
            "trust": 34,
            "sinceTick": 99768
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-bae5-7001-8000-00000000012e",
            "otherName": "Umber Quarrier",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 168
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-26cd-7001-8000-000000000200",
            "otherName": "Corin Brightwater",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 2568
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-d936-7001-8000-000000000128",
            "otherName": "Hesper Redfern",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 120
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-c269-7001-8000-000000000176",
            "otherName": "Bram Brightwater",
            "type": "FRIENDSHIP",
            "affinity": 92,
            "trust": 100,
            "sinceTick": 144
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-d784-7001-8000-000000000188",
            "otherName": "Tamsin Eastwick",
            "type": "PARTNERSHIP",
            "affinity": 99,
            "trust": 99,
            "sinceTick": 696
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-fb05-7001-8000-00000000017c",
            "otherName": "Alda Westbrook",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 192
          },
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-a0ea-7001-8000-0000000001dc",
            "otherName": "Hesper Juniper",
            "type": "ACQUAINTANCE",
            "affinity": 2,
            "trust": 1,
            "sinceTick": 120936
          }
        ],
        "businesses": [],
        "validator": null
      }
    }
  ],
  "readActorState": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4/state",
      "answer": {
        "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
        "asOfTick": 120961,
        "name": "Wendel Thistlewood",
        "cityId": "eb19657b-783e-7002-8000-000000000002",
        "frozen": false,
        "frozenReason": null,
        "activity": {
          "kind": "SLEEPING",
          "untilTick": 120966
        },
        "needs": {
          "health": 90,
          "energy": 100,
          "food": 88,
          "social": 84,
          "fun": 100,
          "purpose": 100
        },
        "mood": 93,
        "employment": {
          "state": "EMPLOYED",
          "businessId": "eb19657b-8147-7003-8001-000000000056",
          "role": null,
          "wage": "122449075"
        },
        "home": {
          "kind": "RENTED",
          "propertyId": "eb19657b-292f-7005-8000-000000000374",
          "tier": "FLAT",
          "rent": "19104354"
        },
        "balance": "242946682",
        "locked": "0",
        "debt": "0",
        "wealthPercentile": 77,
        "reputation": 100,
        "autonomy": 1,
        "validatorState": null
      }
    }
  ],
  "listActorEvents": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4/events?limit=1",
      "answer": {
        "items": [],
        "nextCursor": null
      }
    }
  ],
  "listInventory": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4/inventory?limit=1",
      "answer": {
        "items": [],
        "nextCursor": null
      }
    }
  ],
  "listRelationships": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4/relationships?limit=1",
      "answer": {
        "items": [
          {
            "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
            "otherActorId": "eb19657b-26cd-7001-8000-000000000200",
            "otherName": "Corin Brightwater",
            "type": "FRIENDSHIP",
            "affinity": 99,
            "trust": 100,
            "sinceTick": 2568
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "listOwnedBusinesses": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4/businesses?limit=1",
      "answer": {
        "items": [],
        "nextCursor": null
      }
    }
  ],
  "readActorMonths": [
    {
      "title": "meridian",
      "request": "GET /api/v1/actors/eb19657b-cc35-7001-8000-0000000001f4/months",
      "answer": {
        "months": [
          {
            "startTick": 120960,
            "income": "173442369",
            "spending": "41141152",
            "balance": "242946682"
          }
        ],
        "asOfTick": 120961
      }
    }
  ],
  "readWallet": [
    {
      "title": "meridian",
      "request": "GET /api/v1/wallet/eb19657b-cc35-7001-8000-0000000001f4",
      "answer": {
        "actorId": "eb19657b-cc35-7001-8000-0000000001f4",
        "currency": "MARK",
        "decimals": 6,
        "balance": "242946682",
        "locked": "0",
        "available": "242946682",
        "debt": "0",
        "breakdown": {
          "stake": "0",
          "bonds": "0",
          "escrow": "0",
          "vesting": "0"
        },
        "incomeMonth": "0",
        "spendMonth": "3593016",
        "granted": "0",
        "settlement": {
          "state": "SETTLED",
          "amount": "0",
          "dueTick": null
        },
        "onChain": null,
        "asOfTick": 120961
      }
    }
  ],
  "listTransactions": [
    {
      "title": "meridian",
      "request": "GET /api/v1/wallet/eb19657b-cc35-7001-8000-0000000001f4/transactions?limit=1",
      "answer": {
        "items": [
          {
            "id": "120960/1",
            "journalId": "eb19657b-0000-700d-8000-000000000000",
            "tick": 120960,
            "occurredAt": "2026-01-01T00:00:00.000Z",
            "kind": "GOODS",
            "amount": "-3593016",
            "balanceAfter": "242946682",
            "availableAfter": "242946682",
            "counterparty": {
              "type": "business",
              "id": "eb19657b-4852-7003-8003-0000000000c0",
              "name": "The Copper Otter Tavern"
            },
            "memo": null,
            "eventId": null,
            "txHash": null
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "listCities": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities?limit=1",
      "answer": {
        "items": [
          {
            "id": "eb19657b-783e-7002-8000-000000000002",
            "name": "Almsfield",
            "position": {
              "x": 340,
              "y": 430
            },
            "population": 311,
            "health": "STABLE",
            "unemploymentRate": 0.05466237942122187,
            "avgRent": "19555131",
            "treasuryBalance": "29281890952"
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "readCity": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000",
      "answer": {
        "id": "eb19657b-b169-7002-8000-000000000000",
        "name": "Portmere",
        "position": {
          "x": 150,
          "y": 210
        },
        "population": 297,
        "health": "STABLE",
        "unemploymentRate": 0.037037037037037035,
        "avgRent": "16877022",
        "treasuryBalance": "28983993388",
        "taxRates": {
          "incomeBp": 1500,
          "profitBp": 1500,
          "wealthBp": 100
        },
        "publicWages": [
          {
            "role": "DOCTOR",
            "wage": "132277988"
          },
          {
            "role": "TEACHER",
            "wage": "132277988"
          },
          {
            "role": "NURSE",
            "wage": "132277988"
          },
          {
            "role": "POLICE",
            "wage": "132277988"
          },
          {
            "role": "CLERK",
            "wage": "132277988"
          }
        ],
        "publicPosts": {
          "filled": 29,
          "open": 0
        },
        "housing": {
          "stock": 296,
          "occupied": 296,
          "vacant": 0,
          "underConstruction": 6
        },
        "rentIndex": "16063018",
        "money": "159400562384",
        "businessStats": {
          "active": 27,
          "bySector": {
            "FOOD": 11,
            "GOODS": 8,
            "SERVICES": 7,
            "CONSTRUCTION": 1
          },
          "foundedThisMonth": 0,
          "bankruptThisMonth": 0,
          "workers": 257,
          "vacancies": 14,
          "avgWage": "134257442"
        },
        "policies": [
          {
            "code": "INCOME_TAX",
            "value": 1500,
            "sinceTick": 0
          },
          {
            "code": "PROFIT_TAX",
            "value": 1500,
            "sinceTick": 0
          },
          {
            "code": "BENEFIT",
            "value": 4000,
            "sinceTick": 0
          },
          {
            "code": "PUBLIC_POSTS",
            "value": 1000,
            "sinceTick": 0
          },
          {
            "code": "SALARY_FACTOR",
            "value": 10000,
            "sinceTick": 0
          },
          {
            "code": "BUILDING_BUDGET",
            "value": "0",
            "sinceTick": 0
          }
        ],
        "openProposals": [],
        "latestSnapshotTick": 120960,
        "asOfTick": 120961
      }
    }
  ],
  "readCityEconomy": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000/economy",
      "answer": {
        "cityId": "eb19657b-b169-7002-8000-000000000000",
        "tick": 120961,
        "periodStart": 120960,
        "periodEnd": 120961,
        "provisional": true,
        "population": 297,
        "labourForce": 297,
        "employed": 286,
        "unemployed": 11,
        "unemploymentRate": 0.037037037037037035,
        "vacancies": 14,
        "vacancyRate": 0.05166051660516605,
        "publicEmployees": 29,
        "unpaidWorkers": 0,
        "avgWagePrivate": "134257442",
        "avgWagePublic": "132277988",
        "medianIncome": "107667324",
        "cpi": 1.3474791948331857,
        "inflationMonth": 0,
        "inflation12m": -0.00041096141745877723,
        "gdpNominal": "1536800105",
        "gdpReal": "1125601599",
        "consumption": "1628924026",
        "exports": "172106215",
        "imports": "267809307",
        "businesses": {
          "active": 27,
          "bySector": {
            "FOOD": 11,
            "GOODS": 8,
            "SERVICES": 7,
            "CONSTRUCTION": 1
          },
          "founded": 0,
          "bankrupt": 0
        },
        "creditOutstanding": "9179415653",
        "defaultRate": 0,
        "avgLoanRate": 0.012508497232984136,
        "bankCapitalRatio": 1,
        "housing": {
          "stock": 296,
          "occupied": 296,
          "vacant": 0,
          "vacantRate": 0,
          "homeless": 1,
          "avgRent": "16877022",
          "rentToIncome": 0.1567515720047109,
          "underConstruction": 6,
          "byTier": {
            "ROOM": {
              "stock": 67,
              "vacant": 0,
              "avgRent": "9637811"
            },
            "FLAT": {
              "stock": 176,
              "vacant": 0,
              "avgRent": "16063018"
            },
            "HOUSE": {
              "stock": 36,
              "vacant": 0,
              "avgRent": "24094527"
            },
            "VILLA": {
              "stock": 17,
              "vacant": 0,
              "avgRent": "38551243"
            }
          }
        },
        "treasury": {
          "balance": "28983993388",
          "revenue": "0",
          "spending": "0",
          "runwayMonths": 120,
          "byTax": {
            "income": "0",
            "profit": "0",
            "wealth": "0",
            "transfer": "0",
            "fee": "0",
            "rent": "0"
          }
        },
        "moneySupply": "1027996752383",
        "giniIncome": 0.15160943439595242,
        "giniWealth": 0.24635885706030036,
        "migration": {
          "in": 0,
          "out": 0,
          "net": 0
        },
        "mood": 93,
        "health": "STABLE",
        "council": {
          "activeValidators": 2,
          "feesEarned": "0",
          "slashed": "0"
        }
      }
    }
  ],
  "readEconomySummary": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000/economy/summary",
      "answer": {
        "cityId": "eb19657b-b169-7002-8000-000000000000",
        "snapshot": {
          "cityId": "eb19657b-b169-7002-8000-000000000000",
          "tick": 120960,
          "periodStart": 120288,
          "periodEnd": 120960,
          "provisional": false,
          "population": 297,
          "labourForce": 297,
          "employed": 290,
          "unemployed": 7,
          "unemploymentRate": 0.02356902356902357,
          "vacancies": 11,
          "vacancyRate": 0.018796992481203006,
          "publicEmployees": 29,
          "unpaidWorkers": 0,
          "avgWagePrivate": "133839307",
          "avgWagePublic": "132277988",
          "medianIncome": "107667324",
          "cpi": 1.3474791948331857,
          "inflationMonth": 0.0004310208872326804,
          "inflation12m": 0.0009759587181903395,
          "gdpNominal": "43470049438",
          "gdpReal": "31783432097",
          "consumption": "39034883394",
          "exports": "4517605896",
          "imports": "6371320173",
          "businesses": {
            "active": 27,
            "bySector": {
              "FOOD": 11,
              "GOODS": 8,
              "SERVICES": 7,
              "CONSTRUCTION": 1
            },
            "founded": 0,
            "bankrupt": 0
          },
          "creditOutstanding": "8386107289",
          "defaultRate": 0,
          "avgLoanRate": 0.012508497232984136,
          "bankCapitalRatio": 1,
          "housing": {
            "stock": 296,
            "occupied": 296,
            "vacant": 0,
            "vacantRate": 0,
            "homeless": 1,
            "avgRent": "16877022",
            "rentToIncome": 0.1567515720047109,
            "underConstruction": 6,
            "byTier": {
              "ROOM": {
                "stock": 67,
                "vacant": 0,
                "avgRent": "9637811"
              },
              "FLAT": {
                "stock": 176,
                "vacant": 0,
                "avgRent": "16063018"
              },
              "HOUSE": {
                "stock": 36,
                "vacant": 0,
                "avgRent": "24094527"
              },
              "VILLA": {
                "stock": 17,
                "vacant": 0,
                "avgRent": "38551243"
              }
            }
          },
          "treasury": {
            "balance": "28983993388",
            "revenue": "9212649038",
            "spending": "5311614912",
            "runwayMonths": 120,
            "byTax": {
              "income": "6235976371",
              "profit": "515042326",
              "wealth": "0",
              "transfer": "0",
              "fee": "0",
              "rent": "2461630341"
            }
          },
          "moneySupply": "1022707382560",
          "giniIncome": 0.15160943439595242,
          "giniWealth": 0.2440659835955432,
          "migration": {
            "in": 0,
            "out": 0,
            "net": 0
          },
          "mood": 93,
          "health": "STABLE",
          "council": {
            "activeValidators": 2,
            "feesEarned": "0",
            "slashed": "0"
          }
        },
        "deltas": {
          "previous": {
            "population": {
              "abs": 0,
              "pct": 0
            },
            "labourForce": {
              "abs": 0,
              "pct": 0
            },
            "employed": {
              "abs": 7,
              "pct": 0.02473498233215543
            },
            "unemployed": {
              "abs": -7,
              "pct": -0.5
            },
            "vacancies": {
              "abs": -2.75,
              "pct": -0.2075471698113207
            },
            "publicEmployees": {
              "abs": 0,
              "pct": 0
            },
            "unpaidWorkers": {
              "abs": -2,
              "pct": -1
            },
            "unemploymentRate": {
              "abs": -0.02356902356902357,
              "pct": -0.5
            },
            "vacancyRate": {
              "abs": -0.008022930890444504,
              "pct": -0.2991407089151451
            },
            "avgWagePrivate": {
              "abs": "24876",
              "pct": 0.00018589878453245667
            },
            "avgWagePublic": {
              "abs": "167778",
              "pct": 0.0012699851131869888
            },
            "medianIncome": {
              "abs": "0",
              "pct": 0
            },
            "cpi": {
              "abs": 0.0005805414525925645,
              "pct": 0.0004310208872326804
            },
            "inflationMonth": {
              "abs": -0.0005912428404801773,
              "pct": -0.5783662517332814
            },
            "inflation12m": {
              "abs": 0.0015003375371760441,
              "pct": -2.861171128303994
            },
            "gdpNominal": {
              "abs": "769151522",
              "pct": 0.018012537447456678
            },
            "gdpReal": {
              "abs": "588819058",
              "pct": 0.01887566477658309
            },
            "consumption": {
              "abs": "-477498096",
              "pct": -0.012084771355045931
            },
            "exports": {
              "abs": "174784497",
              "pct": 0.04024676148096873
            },
            "imports": {
              "abs": "433515954",
              "pct": 0.07300947252737311
            },
            "businesses.active": {
              "abs": 0,
              "pct": 0
            },
            "businesses.founded": {
              "abs": 0,
              "pct": null
            },
            "businesses.bankrupt": {
              "abs": -1,
              "pct": -1
            },
            "businesses.bySector.FOOD": {
              "abs": 0,
              "pct": 0
            },
            "businesses.bySector.GOODS": {
              "abs": 0,
              "pct": 0
            },
            "businesses.bySector.SERVICES": {
              "abs": 0,
              "pct": 0
            },
            "businesses.bySector.CONSTRUCTION": {
              "abs": 0,
              "pct": 0
            },
            "creditOutstanding": {
              "abs": "642368518",
              "pct": 0.0829532783835174
            },
            "defaultRate": {
              "abs": 0,
              "pct": null
            },
            "avgLoanRate": {
              "abs": -0.0002631493989582734,
              "pct": -0.020604187270584662
            },
            "bankCapitalRatio": {
              "abs": 0,
              "pct": 0
            },
            "housing.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.occupied": {
              "abs": 0,
              "pct": 0
            },
            "housing.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.homeless": {
              "abs": 0,
              "pct": 0
            },
            "housing.underConstruction": {
              "abs": 1,
              "pct": 0.19999999999999996
            },
            "housing.vacantRate": {
              "abs": 0,
              "pct": null
            },
            "housing.rentToIncome": {
              "abs": 0.0005622772026613876,
              "pct": 0.0035999727342004295
            },
            "housing.avgRent": {
              "abs": "60539",
              "pct": 0.0035999727342004295
            },
            "housing.byTier.ROOM.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.ROOM.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.FLAT.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.FLAT.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.HOUSE.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.HOUSE.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.VILLA.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.VILLA.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.ROOM.avgRent": {
              "abs": "34572",
              "pct": 0.0035999727342015397
            },
            "housing.byTier.FLAT.avgRent": {
              "abs": "57619",
              "pct": 0.0035999727342004295
            },
            "housing.byTier.HOUSE.avgRent": {
              "abs": "86428",
              "pct": 0.0035999727342004295
            },
            "housing.byTier.VILLA.avgRent": {
              "abs": "138285",
              "pct": 0.0035999727342004295
            },
            "treasury.balance": {
              "abs": "-75600140",
              "pct": -0.002601555315189019
            },
            "treasury.revenue": {
              "abs": "-288387134",
              "pct": -0.0303532297719159
            },
            "treasury.spending": {
              "abs": "-350891290",
              "pct": -0.06196748886139236
            },
            "treasury.runwayMonths": {
              "abs": 0,
              "pct": 0
            },
            "treasury.byTax.income": {
              "abs": "134212620",
              "pct": 0.0219957090239693
            },
            "treasury.byTax.profit": {
              "abs": "-430573172",
              "pct": -0.4553364162396586
            },
            "treasury.byTax.wealth": {
              "abs": "-856699",
              "pct": -1
            },
            "treasury.byTax.transfer": {
              "abs": "0",
              "pct": null
            },
            "treasury.byTax.fee": {
              "abs": "0",
              "pct": null
            },
            "treasury.byTax.rent": {
              "abs": "8830117",
              "pct": 0.0036000147560326656
            },
            "moneySupply": {
              "abs": "-11362535120",
              "pct": -0.010988169103200107
            },
            "giniIncome": {
              "abs": -0.014606262921864621,
              "pct": -0.08787535207301356
            },
            "giniWealth": {
              "abs": -0.004588546861511444,
              "pct": -0.01845350194535844
            },
            "migration.in": {
              "abs": 0,
              "pct": null
            },
            "migration.out": {
              "abs": 0,
              "pct": null
            },
            "migration.net": {
              "abs": 0,
              "pct": null
            },
            "mood": {
              "abs": 0,
              "pct": 0
            },
            "council.activeValidators": {
              "abs": 0,
              "pct": 0
            },
            "council.feesEarned": {
              "abs": "0",
              "pct": null
            },
            "council.slashed": {
              "abs": "0",
              "pct": null
            }
          },
          "twelveMonths": {
            "population": {
              "abs": 15,
              "pct": 0.05319148936170204
            },
            "labourForce": {
              "abs": 15,
              "pct": 0.05319148936170204
            },
            "employed": {
              "abs": 22,
              "pct": 0.08208955223880587
            },
            "unemployed": {
              "abs": -7,
              "pct": -0.5
            },
            "vacancies": {
              "abs": -4.75,
              "pct": -0.3114754098360656
            },
            "publicEmployees": {
              "abs": 1,
              "pct": 0.03571428571428581
            },
            "unpaidWorkers": {
              "abs": 0,
              "pct": null
            },
            "unemploymentRate": {
              "abs": -0.02607636650189842,
              "pct": -0.5252525252525253
            },
            "vacancyRate": {
              "abs": -0.017347585832050004,
              "pct": -0.4799498746867168
            },
            "avgWagePrivate": {
              "abs": "1003116",
              "pct": 0.00755152263454284
            },
            "avgWagePublic": {
              "abs": "2531638",
              "pct": 0.019512209784706913
            },
            "medianIncome": {
              "abs": "0",
              "pct": 0
            },
            "cpi": {
              "abs": 0.0013138018514067262,
              "pct": 0.0009759587181903395
            },
            "inflationMonth": {
              "abs": 0.0014995207436496738,
              "pct": -1.4033888115605604
            },
            "inflation12m": {
              "abs": -0.01553160794408992,
              "pct": -0.9408780992282526
            },
            "gdpNominal": {
              "abs": "2331987736",
              "pct": 0.056686864668226145
            },
            "gdpReal": {
              "abs": "1846352503",
              "pct": 0.061674436144951716
            },
            "consumption": {
              "abs": "938291899",
              "pct": 0.02462928735036951
            },
            "exports": {
              "abs": "569212176",
              "pct": 0.1441629726834841
            },
            "imports": {
              "abs": "591140873",
              "pct": 0.10227033493580384
            },
            "businesses.active": {
              "abs": -1,
              "pct": -0.0357142857142857
            },
            "businesses.founded": {
              "abs": 0,
              "pct": null
            },
            "businesses.bankrupt": {
              "abs": -1,
              "pct": -1
            },
            "businesses.bySector.FOOD": {
              "abs": -1,
              "pct": -0.08333333333333337
            },
            "businesses.bySector.GOODS": {
              "abs": -1,
              "pct": -0.11111111111111116
            },
            "businesses.bySector.SERVICES": {
              "abs": 1,
              "pct": 0.16666666666666674
            },
            "businesses.bySector.CONSTRUCTION": {
              "abs": 0,
              "pct": 0
            },
            "creditOutstanding": {
              "abs": "3100076621",
              "pct": 0.5864658787863091
            },
            "defaultRate": {
              "abs": -0.06761106893995358,
              "pct": -1
            },
            "avgLoanRate": {
              "abs": -0.0036513031650117662,
              "pct": -0.22594976887614227
            },
            "bankCapitalRatio": {
              "abs": 0,
              "pct": 0
            },
            "housing.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.occupied": {
              "abs": 14,
              "pct": 0.049645390070921946
            },
            "housing.vacant": {
              "abs": -14,
              "pct": -1
            },
            "housing.homeless": {
              "abs": 1,
              "pct": null
            },
            "housing.underConstruction": {
              "abs": 6,
              "pct": null
            },
            "housing.vacantRate": {
              "abs": -0.0472972972972973,
              "pct": -1
            },
            "housing.rentToIncome": {
              "abs": 0.004815409141367855,
              "pct": 0.031693634027726514
            },
            "housing.avgRent": {
              "abs": "518462",
              "pct": 0.031693634027726514
            },
            "housing.byTier.ROOM.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.ROOM.vacant": {
              "abs": -14,
              "pct": -1
            },
            "housing.byTier.FLAT.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.FLAT.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.HOUSE.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.HOUSE.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.VILLA.stock": {
              "abs": 0,
              "pct": 0
            },
            "housing.byTier.VILLA.vacant": {
              "abs": 0,
              "pct": null
            },
            "housing.byTier.ROOM.avgRent": {
              "abs": "296074",
              "pct": 0.031693634027726736
            },
            "housing.byTier.FLAT.avgRent": {
              "abs": "493456",
              "pct": 0.031693634027726736
            },
            "housing.byTier.HOUSE.avgRent": {
              "abs": "740184",
              "pct": 0.031693634027726736
            },
            "housing.byTier.VILLA.avgRent": {
              "abs": "1184294",
              "pct": 0.031693634027726514
            },
            "treasury.balance": {
              "abs": "1628449083",
              "pct": 0.05952903239078866
            },
            "treasury.revenue": {
              "abs": "419635374",
              "pct": 0.047723725907313774
            },
            "treasury.spending": {
              "abs": "131376567",
              "pct": 0.025361104692567915
            },
            "treasury.runwayMonths": {
              "abs": 0,
              "pct": 0
            },
            "treasury.byTax.income": {
              "abs": "474351069",
              "pct": 0.08232938522318367
            },
            "treasury.byTax.profit": {
              "abs": "-174522783",
              "pct": -0.2530910870085801
            },
            "treasury.byTax.wealth": {
              "abs": "0",
              "pct": null
            },
            "treasury.byTax.transfer": {
              "abs": "0",
              "pct": null
            },
            "treasury.byTax.fee": {
              "abs": "0",
              "pct": null
            },
            "treasury.byTax.rent": {
              "abs": "119807088",
              "pct": 0.051159748220332535
            },
            "moneySupply": {
              "abs": "-16352265477",
              "pct": -0.015737561850171722
            },
            "giniIncome": {
              "abs": -0.010376542191729898,
              "pct": -0.06405827473659809
            },
            "giniWealth": {
              "abs": -0.0025374405326108462,
              "pct": -0.010289559204547771
            },
            "migration.in": {
              "abs": 0,
              "pct": null
            },
            "migration.out": {
              "abs": 0,
              "pct": null
            },
            "migration.net": {
              "abs": 0,
              "pct": null
            },
            "mood": {
              "abs": 6,
              "pct": 0.06896551724137923
            },
            "council.activeValidators": {
              "abs": 0,
              "pct": 0
            },
            "council.feesEarned": {
              "abs": "0",
              "pct": null
            },
            "council.slashed": {
              "abs": "0",
              "pct": null
            }
          }
        },
        "topConcerns": []
      }
    }
  ],
  "listEconomyHistory": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000/economy/history?limit=1",
      "answer": {
        "items": [
          {
            "cityId": "eb19657b-b169-7002-8000-000000000000",
            "tick": 120960,
            "periodStart": 120288,
            "periodEnd": 120960,
            "provisional": false,
            "population": 297,
            "labourForce": 297,
            "employed": 290,
            "unemployed": 7,
            "unemploymentRate": 0.02356902356902357,
            "vacancies": 11,
            "vacancyRate": 0.018796992481203006,
            "publicEmployees": 29,
            "unpaidWorkers": 0,
            "avgWagePrivate": "133839307",
            "avgWagePublic": "132277988",
            "medianIncome": "107667324",
            "cpi": 1.3474791948331857,
            "inflationMonth": 0.0004310208872326804,
            "inflation12m": 0.0009759587181903395,
            "gdpNominal": "43470049438",
            "gdpReal": "31783432097",
            "consumption": "39034883394",
            "exports": "4517605896",
            "imports": "6371320173",
            "businesses": {
              "active": 27,
              "bySector": {
                "FOOD": 11,
                "GOODS": 8,
                "SERVICES": 7,
                "CONSTRUCTION": 1
              },
              "founded": 0,
              "bankrupt": 0
            },
            "creditOutstanding": "8386107289",
            "defaultRate": 0,
            "avgLoanRate": 0.012508497232984136,
            "bankCapitalRatio": 1,
            "housing": {
              "stock": 296,
              "occupied": 296,
              "vacant": 0,
              "vacantRate": 0,
              "homeless": 1,
              "avgRent": "16877022",
              "rentToIncome": 0.1567515720047109,
              "underConstruction": 6,
              "byTier": {
                "FLAT": {
                  "stock": 176,
                  "vacant": 0,
                  "avgRent": "16063018"
                },
                "ROOM": {
                  "stock": 67,
                  "vacant": 0,
                  "avgRent": "9637811"
                },
                "HOUSE": {
                  "stock": 36,
                  "vacant": 0,
                  "avgRent": "24094527"
                },
                "VILLA": {
                  "stock": 17,
                  "vacant": 0,
                  "avgRent": "38551243"
                }
              }
            },
            "treasury": {
              "balance": "28983993388",
              "revenue": "9212649038",
              "spending": "5311614912",
              "runwayMonths": 120,
              "byTax": {
                "fee": "0",
                "rent": "2461630341",
                "income": "6235976371",
                "profit": "515042326",
                "wealth": "0",
                "transfer": "0"
              }
            },
            "moneySupply": "1022707382560",
            "giniIncome": 0.15160943439595242,
            "giniWealth": 0.2440659835955432,
            "migration": {
              "in": 0,
              "out": 0,
              "net": 0
            },
            "mood": 93,
            "health": "STABLE",
            "council": {
              "activeValidators": 2,
              "feesEarned": "0",
              "slashed": "0"
            }
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "listProperties": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000/properties?limit=1",
      "answer": {
        "items": [
          {
            "id": "eb19657b-0012-7005-8000-0000000000c6",
            "cityId": "eb19657b-b169-7002-8000-000000000000",
            "tier": "FLAT",
            "owner": {
              "type": "city",
              "id": "eb19657b-b169-7002-8000-000000000000"
            },
            "occupantId": "eb19657b-2169-7001-8000-000000000306",
            "rent": "16063018",
            "salePrice": null,
            "listed": false
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "listVacancies": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000/vacancies?limit=1",
      "answer": {
        "items": [
          {
            "businessId": "eb19657b-cbe1-7003-8002-000000000055",
            "cityId": "eb19657b-b169-7002-8000-000000000000",
            "role": null,
            "wage": "146422436",
            "count": 1,
            "postedTick": 120960
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "listProposals": [
    {
      "title": "meridian",
      "request": "GET /api/v1/cities/eb19657b-b169-7002-8000-000000000000/proposals?limit=1",
      "answer": {
        "items": [],
        "nextCursor": null
      }
    }
  ],
  "listBusinesses": [
    {
      "title": "meridian",
      "request": "GET /api/v1/businesses?cityId=eb19657b-b169-7002-8000-000000000000&sort=workers&limit=1",
      "answer": {
        "items": [
          {
            "id": "eb19657b-cbe1-7003-8002-000000000055",
            "name": "The Golden Lantern School",
            "sector": "SERVICES",
            "type": "SCHOOL",
            "cityId": "eb19657b-b169-7002-8000-000000000000",
            "ownerId": "eb19657b-588f-7001-8000-0000000002a0",
            "status": "ACTIVE",
            "workers": 31,
            "vacancies": 1,
            "unitPrice": "4931105",
            "wage": "146422436",
            "salePrice": "4670797291",
            "foundedTick": 49728
          }
        ],
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "readBusiness": [
    {
      "title": "meridian",
      "request": "GET /api/v1/businesses/eb19657b-91d8-7003-8002-000000000000",
      "answer": {
        "id": "eb19657b-91d8-7003-8002-000000000000",
        "name": "The Grey Elm Workshop",
        "sector": "GOODS",
        "type": "WORKSHOP",
        "cityId": "eb19657b-a2d4-7002-8000-000000000005",
        "ownerId": "eb19657b-19f4-7001-8000-00000000043d",
        "status": "ACTIVE",
        "workers": 47,
        "vacancies": 0,
        "unitPrice": "5206635",
        "wage": "145509573",
        "salePrice": "4389231309",
        "foundedTick": 61152,
        "balance": "5924944005",
        "debt": "2068762024",
        "inventory": 674.1808778247569,
        "expectedDemand": 1143.268332933842,
        "productivity": 1.0239699853388424,
        "salesMonth": "5482829484",
        "profitMonth": "-1675241362",
        "missedPayrolls": 0,
        "manual": {
          "price": null,
          "wage": null,
          "hiring": null,
          "credit": null
        },
        "equippedSkills": [],
        "bank": null,
        "history": [
          {
            "tick": 120960,
            "unitPrice": "5206635",
            "wage": "145509573",
            "workers": 47,
            "sales": "5482829484",
            "profit": "-1675241362"
          }
        ],
        "asOfTick": 120961
      }
    }
  ],
  "readPayroll": [
    {
      "title": "meridian",
      "request": "GET /api/v1/businesses/eb19657b-91d8-7003-8002-000000000000/payroll?limit=1",
      "answer": {
        "businessId": "eb19657b-91d8-7003-8002-000000000000",
        "employees": [
          {
            "actorId": "eb19657b-9613-7001-8000-0000000004f7",
            "name": "Saskia Emberley",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 62496,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-e661-7001-8000-00000000059f",
            "name": "Katla Underhill",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 91056,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-cdaf-7001-8000-000000000503",
            "name": "Liora Jessop",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 103488,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-0693-7001-8000-000000000029",
            "name": "Quill Vale",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 106848,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-4278-7001-8000-0000000002bd",
            "name": "Sabeth Kettlewell",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 77280,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-36dc-7001-8000-00000000031d",
            "name": "Maren Pennyfeather",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 115248,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-4722-7001-8000-0000000005c3",
            "name": "Perrin Juniper",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 115584,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-ac7e-7001-8000-000000000719",
            "name": "Thora Hawthorn",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 116256,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-72f6-7001-8000-000000000467",
            "name": "Joram Kettlewell",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 92064,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-006b-7001-8000-0000000001f7",
            "name": "Gideon Foxglove",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 104160,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-477a-7001-8000-0000000006ef",
            "name": "Darrin Thistlewood",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 70560,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-b663-7001-8000-0000000005c5",
            "name": "Orrin Goldcrest",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 118944,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-f564-7001-8000-00000000068e",
            "name": "Emeric Foxglove",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 104832,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-837a-7001-8000-0000000004f2",
            "name": "Viggo Westbrook",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 106344,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-1c0c-7001-8000-00000000054b",
            "name": "Joram Redfern",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 115584,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-f3bc-7001-8000-0000000004c4",
            "name": "Viggo Kettlewell",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 83328,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-70a6-7001-8000-0000000003ef",
            "name": "Darrin Jessop",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 105504,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-954f-7001-8000-000000000215",
            "name": "Mirela Kettlewell",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 116928,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-ec73-7001-8000-0000000004fd",
            "name": "Elwen Ironside",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 115416,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-8e49-7001-8000-0000000005cf",
            "name": "Hesper Hawthorn",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 93408,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-820d-7001-8000-0000000000e4",
            "name": "Orrin Yarrow",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 78624,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-50a1-7001-8000-0000000002f3",
            "name": "Elwen Greenhow",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 106344,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-515d-7001-8000-000000000557",
            "name": "Zelda Emberley",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 107016,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-7eac-7001-8000-0000000001e8",
            "name": "Brisa Fairweather",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 107520,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-3668-7001-8000-000000000323",
            "name": "Sabeth Underhill",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 102816,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-cebb-7001-8000-000000000221",
            "name": "Perrin Thistlewood",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 103488,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-20a9-7001-8000-00000000038f",
            "name": "Alda Birchall",
            "role": "WORKSHOP",
            "grade": 3,
            "wage": "261917231",
            "state": "ACTIVE",
            "hiredTick": 103488,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-ed24-7001-8000-0000000002f9",
            "name": "Ilka Redfern",
            "role": "WORKSHOP",
            "grade": 3,
            "wage": "261917231",
            "state": "ACTIVE",
            "hiredTick": 104160,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-0868-7001-8000-0000000005e1",
            "name": "Cosima Longacre",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 114912,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-ec6f-7001-8000-00000000016d",
            "name": "Sabeth Millbrook",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 115584,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-008b-7001-8000-00000000037f",
            "name": "Ansel Emberley",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 116256,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-9a32-7001-8000-000000000150",
            "name": "Viggo Underhill",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 116256,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-f539-7001-8000-000000000167",
            "name": "Rowan Foxglove",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 117096,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-2e88-7001-8000-000000000317",
            "name": "Darrin Goldcrest",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 117600,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-6d04-7001-8000-00000000009d",
            "name": "Zelda Kettlewell",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 117600,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-57e4-7001-8000-00000000063d",
            "name": "Nestor Inkpen",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 117600,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-dc60-7001-8000-00000000064d",
            "name": "Fenna Birchall",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 118272,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-622d-7001-8000-0000000001bb",
            "name": "Delphine Emberley",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 118272,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-b28e-7001-8000-000000000617",
            "name": "Ansel Driftwood",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 118272,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-6360-7001-8000-0000000005c9",
            "name": "Quill Vale",
            "role": "WORKSHOP",
            "grade": 3,
            "wage": "261917231",
            "state": "ACTIVE",
            "hiredTick": 118272,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-f5a7-7001-8000-000000000677",
            "name": "Sabeth Birchall",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 118944,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-f223-7001-8000-000000000122",
            "name": "Alda Hawthorn",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 118944,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-6836-7001-8000-000000000278",
            "name": "Nestor Millbrook",
            "role": "WORKSHOP",
            "grade": 2,
            "wage": "189162445",
            "state": "ACTIVE",
            "hiredTick": 119616,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-ccaa-7001-8000-0000000002a5",
            "name": "Odile Pennyfeather",
            "role": "WORKSHOP",
            "grade": 3,
            "wage": "261917231",
            "state": "ACTIVE",
            "hiredTick": 119616,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-b1c5-7001-8000-00000000073d",
            "name": "Yorick Copperfield",
            "role": "WORKSHOP",
            "grade": 1,
            "wage": "145509573",
            "state": "ACTIVE",
            "hiredTick": 119616,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-567d-7001-8000-00000000011f",
            "name": "Zelda Yarrow",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 119952,
            "endedTick": null,
            "lastPaidTick": 120960
          },
          {
            "actorId": "eb19657b-e410-7001-8000-000000000125",
            "name": "Emeric Emberley",
            "role": "WORKSHOP",
            "grade": 0,
            "wage": "116407658",
            "state": "ACTIVE",
            "hiredTick": 120456,
            "endedTick": null,
            "lastPaidTick": 120960
          }
        ],
        "items": [
          {
            "id": "120960/eb19657b-006b-7001-8000-0000000001f7",
            "tick": 120960,
            "actorId": "eb19657b-006b-7001-8000-0000000001f7",
            "gross": "189162444",
            "tax": "28374366",
            "net": "160788078",
            "paidBp": 10000,
            "journalId": null
          }
        ],
        "totals": {
          "workers": 47,
          "gross": "7129969061",
          "tax": "1069495323",
          "net": "6060473738"
        },
        "nextCursor": "WzE3NjcyMjU2MDAwMDAsWyIiLCIiXV0"
      }
    }
  ],
  "listLoans": [
    {
      "title": "meridian",
      "request": "GET /api/v1/businesses/eb19657b-91d8-7003-8002-000000000000/loans?limit=1",
      "answer": {
        "items": [
          {
            "id": "eb19657b-c190-7006-8002-000000000000",
            "bankId": "eb19657b-1b48-7004-8000-000000000005",
            "borrower": {
              "type": "business",
              "id": "eb19657b-91d8-7003-8002-000000000000"
            },
            "principal": "13364711567",
            "outstanding": "2068762024",
            "rateBpMonth": 120,
            "instalment": "206876203",
            "issuedTick": 61824,
            "dueTick": null,
            "status": "ACTIVE",
            "payments": [
              {
                "tick": 120960,
                "principal": "229862448",
                "interest": "28101785"
              }
            ]
          }
        ],
        "nextCursor": null
      }
    }
  ],
  "callAgent": [
    {
      "title": "getAgentState",
      "request": "POST /rpc/agent",
      "body": {
        "method": "getAgentState",
        "params": {
          "actor_id": "eb19657b-cc35-7001-8000-0000000001f4"
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "actor_id": "eb19657b-cc35-7001-8000-0000000001f4",
          "as_of_tick": 120961,
          "name": "Wendel Thistlewood",
          "city_id": "eb19657b-783e-7002-8000-000000000002",
          "frozen": false,
          "frozen_reason": null,
          "activity": {
            "kind": "SLEEPING",
            "until_tick": 120966
          },
          "needs": {
            "health": 90,
            "energy": 100,
            "food": 88,
            "social": 84,
            "fun": 100,
            "purpose": 100
          },
          "mood": 93,
          "employment": {
            "state": "EMPLOYED",
            "business_id": "eb19657b-8147-7003-8001-000000000056",
            "role": null,
            "wage": "122449075"
          },
          "home": {
            "kind": "RENTED",
            "property_id": "eb19657b-292f-7005-8000-000000000374",
            "tier": "FLAT",
            "rent": "19104354"
          },
          "balance": "242946682",
          "locked": "0",
          "debt": "0",
          "wealth_percentile": 77,
          "reputation": 100,
          "autonomy": 1,
          "validator_state": null,
          "city": {
            "id": "eb19657b-783e-7002-8000-000000000002",
            "name": "Almsfield"
          },
          "validator": null,
          "latest_tick": 120961
        }
      }
    },
    {
      "title": "getWallet",
      "request": "POST /rpc/agent",
      "body": {
        "method": "getWallet",
        "params": {
          "actor_id": "eb19657b-cc35-7001-8000-0000000001f4"
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "actor_id": "eb19657b-cc35-7001-8000-0000000001f4",
          "currency": "MARK",
          "decimals": 6,
          "balance": "242946682",
          "locked": "0",
          "available": "242946682",
          "debt": "0",
          "breakdown": {
            "stake": "0",
            "bonds": "0",
            "escrow": "0",
            "vesting": "0"
          },
          "income_month": "0",
          "spend_month": "3593016",
          "granted": "0",
          "settlement": {
            "state": "SETTLED",
            "amount": "0",
            "due_tick": null
          },
          "on_chain": null,
          "as_of_tick": 120961
        }
      }
    },
    {
      "title": "getCityState",
      "request": "POST /rpc/agent",
      "body": {
        "method": "getCityState",
        "params": {
          "city_id": "eb19657b-b169-7002-8000-000000000000"
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "id": "eb19657b-b169-7002-8000-000000000000",
          "name": "Portmere",
          "position": {
            "x": 150,
            "y": 210
          },
          "population": 297,
          "health": "STABLE",
          "unemployment_rate": 0.037037037037037035,
          "avg_rent": "16877022",
          "treasury_balance": "28983993388",
          "tax_rates": {
            "income_bp": 1500,
            "profit_bp": 1500,
            "wealth_bp": 100
          },
          "public_wages": [
            {
              "role": "DOCTOR",
              "wage": "132277988"
            },
            {
              "role": "TEACHER",
              "wage": "132277988"
            },
            {
              "role": "NURSE",
              "wage": "132277988"
            },
            {
              "role": "POLICE",
              "wage": "132277988"
            },
            {
              "role": "CLERK",
              "wage": "132277988"
            }
          ],
          "public_posts": {
            "filled": 29,
            "open": 0
          },
          "housing": {
            "stock": 296,
            "occupied": 296,
            "vacant": 0,
            "under_construction": 6
          },
          "rent_index": "16063018",
          "money": "159400562384",
          "business_stats": {
            "active": 27,
            "by_sector": {
              "FOOD": 11,
              "GOODS": 8,
              "SERVICES": 7,
              "CONSTRUCTION": 1
            },
            "founded_this_month": 0,
            "bankrupt_this_month": 0,
            "workers": 257,
            "vacancies": 14,
            "avg_wage": "134257442"
          },
          "policies": [
            {
              "code": "INCOME_TAX",
              "value": 1500,
              "since_tick": 0
            },
            {
              "code": "PROFIT_TAX",
              "value": 1500,
              "since_tick": 0
            },
            {
              "code": "BENEFIT",
              "value": 4000,
              "since_tick": 0
            },
            {
              "code": "PUBLIC_POSTS",
              "value": 1000,
              "since_tick": 0
            },
            {
              "code": "SALARY_FACTOR",
              "value": 10000,
              "since_tick": 0
            },
            {
              "code": "BUILDING_BUDGET",
              "value": "0",
              "since_tick": 0
            }
          ],
          "open_proposals": [],
          "latest_snapshot_tick": 120960,
          "as_of_tick": 120961,
          "snapshot": {
            "city_id": "eb19657b-b169-7002-8000-000000000000",
            "tick": 120961,
            "period_start": 120960,
            "period_end": 120961,
            "provisional": true,
            "population": 297,
            "labour_force": 297,
            "employed": 286,
            "unemployed": 11,
            "unemployment_rate": 0.037037037037037035,
            "vacancies": 14,
            "vacancy_rate": 0.05166051660516605,
            "public_employees": 29,
            "unpaid_workers": 0,
            "avg_wage_private": "134257442",
            "avg_wage_public": "132277988",
            "median_income": "107667324",
            "cpi": 1.3474791948331857,
            "inflation_month": 0,
            "inflation12m": -0.00041096141745877723,
            "gdp_nominal": "1536800105",
            "gdp_real": "1125601599",
            "consumption": "1628924026",
            "exports": "172106215",
            "imports": "267809307",
            "businesses": {
              "active": 27,
              "by_sector": {
                "FOOD": 11,
                "GOODS": 8,
                "SERVICES": 7,
                "CONSTRUCTION": 1
              },
              "founded": 0,
              "bankrupt": 0
            },
            "credit_outstanding": "9179415653",
            "default_rate": 0,
            "avg_loan_rate": 0.012508497232984136,
            "bank_capital_ratio": 1,
            "housing": {
              "stock": 296,
              "occupied": 296,
              "vacant": 0,
              "vacant_rate": 0,
              "homeless": 1,
              "avg_rent": "16877022",
              "rent_to_income": 0.1567515720047109,
              "under_construction": 6,
              "by_tier": {
                "ROOM": {
                  "stock": 67,
                  "vacant": 0,
                  "avg_rent": "9637811"
                },
                "FLAT": {
                  "stock": 176,
                  "vacant": 0,
                  "avg_rent": "16063018"
                },
                "HOUSE": {
                  "stock": 36,
                  "vacant": 0,
                  "avg_rent": "24094527"
                },
                "VILLA": {
                  "stock": 17,
                  "vacant": 0,
                  "avg_rent": "38551243"
                }
              }
            },
            "treasury": {
              "balance": "28983993388",
              "revenue": "0",
              "spending": "0",
              "runway_months": 120,
              "by_tax": {
                "income": "0",
                "profit": "0",
                "wealth": "0",
                "transfer": "0",
                "fee": "0",
                "rent": "0"
              }
            },
            "money_supply": "1027996752383",
            "gini_income": 0.15160943439595242,
            "gini_wealth": 0.24635885706030036,
            "migration": {
              "in": 0,
              "out": 0,
              "net": 0
            },
            "mood": 93,
            "health": "STABLE",
            "council": {
              "active_validators": 2,
              "fees_earned": "0",
              "slashed": "0"
            }
          }
        }
      }
    },
    {
      "title": "getRecentEvents",
      "request": "POST /rpc/agent",
      "body": {
        "method": "getRecentEvents",
        "params": {
          "actor_id": "eb19657b-cc35-7001-8000-0000000001f4",
          "limit": 1
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "events": [],
          "latest_tick": 120961,
          "has_more": false,
          "next_cursor": null
        }
      }
    },
    {
      "title": "submitIntent",
      "request": "POST /rpc/agent",
      "body": {
        "method": "submitIntent",
        "params": {
          "actor_id": "eb19657b-cc35-7001-8000-0000000001f4",
          "type": "INTENT_REST",
          "params": {
            "hours": 2
          },
          "priority": 0.9,
          "source": "owner_suggestion",
          "idempotency_key": "rest-of-today"
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "intent_id": "00000000-0000-7f4a-ac33-defc5df094c3",
          "status": "QUEUED",
          "acceptance_probability": 0.8436,
          "seq": 1,
          "earliest_tick": 120961,
          "expires_at_tick": 121201,
          "message": "The actor executes INTENT_REST with a probability of 84 %, if possible."
        }
      }
    }
  ],
  "callAdmin": [
    {
      "title": "analyzeEconomicConditions",
      "request": "POST /rpc/admin",
      "body": {
        "method": "analyzeEconomicConditions",
        "params": {
          "analysis_id": "01900000-0000-7000-8000-000000000000"
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "state": "done",
          "cities": [
            {
              "city": {
                "id": "eb19657b-b169-7002-8000-000000000000",
                "name": "Portmere",
                "money": "159400562384",
                "health": "STABLE",
                "housing": {
                  "stock": 296,
                  "vacant": 0,
                  "occupied": 296,
                  "under_construction": 6
                },
                "avg_rent": "16877022",
                "policies": [
                  {
                    "code": "INCOME_TAX",
                    "value": 1500,
                    "since_tick": 0
                  },
                  {
                    "code": "PROFIT_TAX",
                    "value": 1500,
                    "since_tick": 0
                  },
                  {
                    "code": "BENEFIT",
                    "value": 4000,
                    "since_tick": 0
                  },
                  {
                    "code": "PUBLIC_POSTS",
                    "value": 1000,
                    "since_tick": 0
                  },
                  {
                    "code": "SALARY_FACTOR",
                    "value": 10000,
                    "since_tick": 0
                  },
                  {
                    "code": "BUILDING_BUDGET",
                    "value": "0",
                    "since_tick": 0
                  }
                ],
                "position": {
                  "x": 150,
                  "y": 210
                },
                "tax_rates": {
                  "income_bp": 1500,
                  "profit_bp": 1500,
                  "wealth_bp": 100
                },
                "as_of_tick": 120961,
                "population": 297,
                "rent_index": "16063018",
                "public_posts": {
                  "open": 0,
                  "filled": 29
                },
                "public_wages": [
                  {
                    "role": "DOCTOR",
                    "wage": "132277988"
                  },
                  {
                    "role": "TEACHER",
                    "wage": "132277988"
                  },
                  {
                    "role": "NURSE",
                    "wage": "132277988"
                  },
                  {
                    "role": "POLICE",
                    "wage": "132277988"
                  },
                  {
                    "role": "CLERK",
                    "wage": "132277988"
                  }
                ],
                "business_stats": {
                  "active": 27,
                  "workers": 257,
                  "avg_wage": "134257442",
                  "by_sector": {
                    "FOOD": 11,
                    "GOODS": 8,
                    "SERVICES": 7,
                    "CONSTRUCTION": 1
                  },
                  "vacancies": 14,
                  "founded_this_month": 0,
                  "bankrupt_this_month": 0
                },
                "open_proposals": [],
                "treasury_balance": "28983993388",
                "unemployment_rate": 0.037037037037037035,
                "latest_snapshot_tick": 120960
              },
              "deltas": {
                "previous": {
                  "cpi": {
                    "abs": 0.0005805414525925645,
                    "pct": 0.0004310208872326804
                  },
                  "mood": {
                    "abs": 0,
                    "pct": 0
                  },
                  "exports": {
                    "abs": "174784497",
                    "pct": 0.04024676148096873
                  },
                  "imports": {
                    "abs": "433515954",
                    "pct": 0.07300947252737311
                  },
                  "employed": {
                    "abs": 7,
                    "pct": 0.02473498233215543
                  },
                  "gdp_real": {
                    "abs": "588819058",
                    "pct": 0.01887566477658309
                  },
                  "vacancies": {
                    "abs": -2.75,
                    "pct": -0.2075471698113207
                  },
                  "population": {
                    "abs": 0,
                    "pct": 0
                  },
                  "unemployed": {
                    "abs": -7,
                    "pct": -0.5
                  },
                  "consumption": {
                    "abs": "-477498096",
                    "pct": -0.012084771355045931
                  },
                  "gdp_nominal": {
                    "abs": "769151522",
                    "pct": 0.018012537447456678
                  },
                  "gini_income": {
                    "abs": -0.014606262921864621,
                    "pct": -0.08787535207301356
                  },
                  "gini_wealth": {
                    "abs": -0.004588546861511444,
                    "pct": -0.01845350194535844
                  },
                  "default_rate": {
                    "abs": 0,
                    "pct": null
                  },
                  "inflation12m": {
                    "abs": 0.0015003375371760441,
                    "pct": -2.861171128303994
                  },
                  "labour_force": {
                    "abs": 0,
                    "pct": 0
                  },
                  "migration.in": {
                    "abs": 0,
                    "pct": null
                  },
                  "money_supply": {
                    "abs": "-11362535120",
                    "pct": -0.010988169103200107
                  },
                  "vacancy_rate": {
                    "abs": -0.008022930890444504,
                    "pct": -0.2991407089151451
                  },
                  "avg_loan_rate": {
                    "abs": -0.0002631493989582734,
                    "pct": -0.020604187270584662
                  },
                  "housing.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "median_income": {
                    "abs": "0",
                    "pct": 0
                  },
                  "migration.net": {
                    "abs": 0,
                    "pct": null
                  },
                  "migration.out": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "unpaid_workers": {
                    "abs": -2,
                    "pct": -1
                  },
                  "avg_wage_public": {
                    "abs": "167778",
                    "pct": 0.0012699851131869888
                  },
                  "council.slashed": {
                    "abs": "0",
                    "pct": null
                  },
                  "inflation_month": {
                    "abs": -0.0005912428404801773,
                    "pct": -0.5783662517332814
                  },
                  "avg_wage_private": {
                    "abs": "24876",
                    "pct": 0.00018589878453245667
                  },
                  "housing.avg_rent": {
                    "abs": "60539",
                    "pct": 0.0035999727342004295
                  },
                  "housing.homeless": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.occupied": {
                    "abs": 0,
                    "pct": 0
                  },
                  "public_employees": {
                    "abs": 0,
                    "pct": 0
                  },
                  "treasury.balance": {
                    "abs": "-75600140",
                    "pct": -0.002601555315189019
                  },
                  "treasury.revenue": {
                    "abs": "-288387134",
                    "pct": -0.0303532297719159
                  },
                  "businesses.active": {
                    "abs": 0,
                    "pct": 0
                  },
                  "treasury.spending": {
                    "abs": "-350891290",
                    "pct": -0.06196748886139236
                  },
                  "unemployment_rate": {
                    "abs": -0.02356902356902357,
                    "pct": -0.5
                  },
                  "bank_capital_ratio": {
                    "abs": 0,
                    "pct": 0
                  },
                  "businesses.founded": {
                    "abs": 0,
                    "pct": null
                  },
                  "credit_outstanding": {
                    "abs": "642368518",
                    "pct": 0.0829532783835174
                  },
                  "businesses.bankrupt": {
                    "abs": -1,
                    "pct": -1
                  },
                  "council.fees_earned": {
                    "abs": "0",
                    "pct": null
                  },
                  "housing.vacant_rate": {
                    "abs": 0,
                    "pct": null
                  },
                  "treasury.by_tax.fee": {
                    "abs": "0",
                    "pct": null
                  },
                  "treasury.by_tax.rent": {
                    "abs": "8830117",
                    "pct": 0.0036000147560326656
                  },
                  "housing.rent_to_income": {
                    "abs": 0.0005622772026613876,
                    "pct": 0.0035999727342004295
                  },
                  "treasury.by_tax.income": {
                    "abs": "134212620",
                    "pct": 0.0219957090239693
                  },
                  "treasury.by_tax.profit": {
                    "abs": "-430573172",
                    "pct": -0.4553364162396586
                  },
                  "treasury.by_tax.wealth": {
                    "abs": "-856699",
                    "pct": -1
                  },
                  "treasury.runway_months": {
                    "abs": 0,
                    "pct": 0
                  },
                  "treasury.by_tax.transfer": {
                    "abs": "0",
                    "pct": null
                  },
                  "businesses.by_sector.FOOD": {
                    "abs": 0,
                    "pct": 0
                  },
                  "council.active_validators": {
                    "abs": 0,
                    "pct": 0
                  },
                  "businesses.by_sector.GOODS": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.FLAT.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.ROOM.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.under_construction": {
                    "abs": 1,
                    "pct": 0.19999999999999996
                  },
                  "housing.by_tier.FLAT.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.by_tier.HOUSE.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.ROOM.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.by_tier.VILLA.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.HOUSE.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.by_tier.VILLA.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "businesses.by_sector.SERVICES": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.FLAT.avg_rent": {
                    "abs": "57619",
                    "pct": 0.0035999727342004295
                  },
                  "housing.by_tier.ROOM.avg_rent": {
                    "abs": "34572",
                    "pct": 0.0035999727342015397
                  },
                  "housing.by_tier.HOUSE.avg_rent": {
                    "abs": "86428",
                    "pct": 0.0035999727342004295
                  },
                  "housing.by_tier.VILLA.avg_rent": {
                    "abs": "138285",
                    "pct": 0.0035999727342004295
                  },
                  "businesses.by_sector.CONSTRUCTION": {
                    "abs": 0,
                    "pct": 0
                  }
                },
                "twelve_months": {
                  "cpi": {
                    "abs": 0.0013138018514067262,
                    "pct": 0.0009759587181903395
                  },
                  "mood": {
                    "abs": 6,
                    "pct": 0.06896551724137923
                  },
                  "exports": {
                    "abs": "569212176",
                    "pct": 0.1441629726834841
                  },
                  "imports": {
                    "abs": "591140873",
                    "pct": 0.10227033493580384
                  },
                  "employed": {
                    "abs": 22,
                    "pct": 0.08208955223880587
                  },
                  "gdp_real": {
                    "abs": "1846352503",
                    "pct": 0.061674436144951716
                  },
                  "vacancies": {
                    "abs": -4.75,
                    "pct": -0.3114754098360656
                  },
                  "population": {
                    "abs": 15,
                    "pct": 0.05319148936170204
                  },
                  "unemployed": {
                    "abs": -7,
                    "pct": -0.5
                  },
                  "consumption": {
                    "abs": "938291899",
                    "pct": 0.02462928735036951
                  },
                  "gdp_nominal": {
                    "abs": "2331987736",
                    "pct": 0.056686864668226145
                  },
                  "gini_income": {
                    "abs": -0.010376542191729898,
                    "pct": -0.06405827473659809
                  },
                  "gini_wealth": {
                    "abs": -0.0025374405326108462,
                    "pct": -0.010289559204547771
                  },
                  "default_rate": {
                    "abs": -0.06761106893995358,
                    "pct": -1
                  },
                  "inflation12m": {
                    "abs": -0.01553160794408992,
                    "pct": -0.9408780992282526
                  },
                  "labour_force": {
                    "abs": 15,
                    "pct": 0.05319148936170204
                  },
                  "migration.in": {
                    "abs": 0,
                    "pct": null
                  },
                  "money_supply": {
                    "abs": "-16352265477",
                    "pct": -0.015737561850171722
                  },
                  "vacancy_rate": {
                    "abs": -0.017347585832050004,
                    "pct": -0.4799498746867168
                  },
                  "avg_loan_rate": {
                    "abs": -0.0036513031650117662,
                    "pct": -0.22594976887614227
                  },
                  "housing.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "median_income": {
                    "abs": "0",
                    "pct": 0
                  },
                  "migration.net": {
                    "abs": 0,
                    "pct": null
                  },
                  "migration.out": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.vacant": {
                    "abs": -14,
                    "pct": -1
                  },
                  "unpaid_workers": {
                    "abs": 0,
                    "pct": null
                  },
                  "avg_wage_public": {
                    "abs": "2531638",
                    "pct": 0.019512209784706913
                  },
                  "council.slashed": {
                    "abs": "0",
                    "pct": null
                  },
                  "inflation_month": {
                    "abs": 0.0014995207436496738,
                    "pct": -1.4033888115605604
                  },
                  "avg_wage_private": {
                    "abs": "1003116",
                    "pct": 0.00755152263454284
                  },
                  "housing.avg_rent": {
                    "abs": "518462",
                    "pct": 0.031693634027726514
                  },
                  "housing.homeless": {
                    "abs": 1,
                    "pct": null
                  },
                  "housing.occupied": {
                    "abs": 14,
                    "pct": 0.049645390070921946
                  },
                  "public_employees": {
                    "abs": 1,
                    "pct": 0.03571428571428581
                  },
                  "treasury.balance": {
                    "abs": "1628449083",
                    "pct": 0.05952903239078866
                  },
                  "treasury.revenue": {
                    "abs": "419635374",
                    "pct": 0.047723725907313774
                  },
                  "businesses.active": {
                    "abs": -1,
                    "pct": -0.0357142857142857
                  },
                  "treasury.spending": {
                    "abs": "131376567",
                    "pct": 0.025361104692567915
                  },
                  "unemployment_rate": {
                    "abs": -0.02607636650189842,
                    "pct": -0.5252525252525253
                  },
                  "bank_capital_ratio": {
                    "abs": 0,
                    "pct": 0
                  },
                  "businesses.founded": {
                    "abs": 0,
                    "pct": null
                  },
                  "credit_outstanding": {
                    "abs": "3100076621",
                    "pct": 0.5864658787863091
                  },
                  "businesses.bankrupt": {
                    "abs": -1,
                    "pct": -1
                  },
                  "council.fees_earned": {
                    "abs": "0",
                    "pct": null
                  },
                  "housing.vacant_rate": {
                    "abs": -0.0472972972972973,
                    "pct": -1
                  },
                  "treasury.by_tax.fee": {
                    "abs": "0",
                    "pct": null
                  },
                  "treasury.by_tax.rent": {
                    "abs": "119807088",
                    "pct": 0.051159748220332535
                  },
                  "housing.rent_to_income": {
                    "abs": 0.004815409141367855,
                    "pct": 0.031693634027726514
                  },
                  "treasury.by_tax.income": {
                    "abs": "474351069",
                    "pct": 0.08232938522318367
                  },
                  "treasury.by_tax.profit": {
                    "abs": "-174522783",
                    "pct": -0.2530910870085801
                  },
                  "treasury.by_tax.wealth": {
                    "abs": "0",
                    "pct": null
                  },
                  "treasury.runway_months": {
                    "abs": 0,
                    "pct": 0
                  },
                  "treasury.by_tax.transfer": {
                    "abs": "0",
                    "pct": null
                  },
                  "businesses.by_sector.FOOD": {
                    "abs": -1,
                    "pct": -0.08333333333333337
                  },
                  "council.active_validators": {
                    "abs": 0,
                    "pct": 0
                  },
                  "businesses.by_sector.GOODS": {
                    "abs": -1,
                    "pct": -0.11111111111111116
                  },
                  "housing.by_tier.FLAT.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.ROOM.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.under_construction": {
                    "abs": 6,
                    "pct": null
                  },
                  "housing.by_tier.FLAT.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.by_tier.HOUSE.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.ROOM.vacant": {
                    "abs": -14,
                    "pct": -1
                  },
                  "housing.by_tier.VILLA.stock": {
                    "abs": 0,
                    "pct": 0
                  },
                  "housing.by_tier.HOUSE.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "housing.by_tier.VILLA.vacant": {
                    "abs": 0,
                    "pct": null
                  },
                  "businesses.by_sector.SERVICES": {
                    "abs": 1,
                    "pct": 0.16666666666666674
                  },
                  "housing.by_tier.FLAT.avg_rent": {
                    "abs": "493456",
                    "pct": 0.031693634027726736
                  },
                  "housing.by_tier.ROOM.avg_rent": {
                    "abs": "296074",
                    "pct": 0.031693634027726736
                  },
                  "housing.by_tier.HOUSE.avg_rent": {
                    "abs": "740184",
                    "pct": 0.031693634027726736
                  },
                  "housing.by_tier.VILLA.avg_rent": {
                    "abs": "1184294",
                    "pct": 0.031693634027726514
                  },
                  "businesses.by_sector.CONSTRUCTION": {
                    "abs": 0,
                    "pct": 0
                  }
                }
              },
              "snapshot": {
                "cpi": 1.3474791948331857,
                "mood": 93,
                "tick": 120960,
                "health": "STABLE",
                "city_id": "eb19657b-b169-7002-8000-000000000000",
                "council": {
                  "slashed": "0",
                  "fees_earned": "0",
                  "active_validators": 2
                },
                "exports": "4517605896",
                "housing": {
                  "stock": 296,
                  "vacant": 0,
                  "by_tier": {
                    "FLAT": {
                      "stock": 176,
                      "vacant": 0,
                      "avg_rent": "16063018"
                    },
                    "ROOM": {
                      "stock": 67,
                      "vacant": 0,
                      "avg_rent": "9637811"
                    },
                    "HOUSE": {
                      "stock": 36,
                      "vacant": 0,
                      "avg_rent": "24094527"
                    },
                    "VILLA": {
                      "stock": 17,
                      "vacant": 0,
                      "avg_rent": "38551243"
                    }
                  },
                  "avg_rent": "16877022",
                  "homeless": 1,
                  "occupied": 296,
                  "vacant_rate": 0,
                  "rent_to_income": 0.1567515720047109,
                  "under_construction": 6
                },
                "imports": "6371320173",
                "employed": 290,
                "gdp_real": "31783432097",
                "treasury": {
                  "by_tax": {
                    "fee": "0",
                    "rent": "2461630341",
                    "income": "6235976371",
                    "profit": "515042326",
                    "wealth": "0",
                    "transfer": "0"
                  },
                  "balance": "28983993388",
                  "revenue": "9212649038",
                  "spending": "5311614912",
                  "runway_months": 120
                },
                "migration": {
                  "in": 0,
                  "net": 0,
                  "out": 0
                },
                "vacancies": 11,
                "businesses": {
                  "active": 27,
                  "founded": 0,
                  "bankrupt": 0,
                  "by_sector": {
                    "FOOD": 11,
                    "GOODS": 8,
                    "SERVICES": 7,
                    "CONSTRUCTION": 1
                  }
                },
                "period_end": 120960,
                "population": 297,
                "unemployed": 7,
                "consumption": "39034883394",
                "gdp_nominal": "43470049438",
                "gini_income": 0.15160943439595242,
                "gini_wealth": 0.2440659835955432,
                "provisional": false,
                "default_rate": 0,
                "inflation12m": 0.0009759587181903395,
                "labour_force": 297,
                "money_supply": "1022707382560",
                "period_start": 120288,
                "vacancy_rate": 0.018796992481203006,
                "avg_loan_rate": 0.012508497232984136,
                "median_income": "107667324",
                "unpaid_workers": 0,
                "avg_wage_public": "132277988",
                "inflation_month": 0.0004310208872326804,
                "avg_wage_private": "133839307",
                "public_employees": 29,
                "unemployment_rate": 0.02356902356902357,
                "bank_capital_ratio": 1,
                "credit_outstanding": "8386107289"
              },
              "diagnosis": "Portmere is stable: 2.4 % unemployed, prices 0.1 % in a year.",
              "top_concerns": [],
              "recession_probability": 0
            }
          ],
          "federal": {
            "credit": "54191752383",
            "issued": "973805000000",
            "money_supply": "1027996752383"
          },
          "as_of_tick": 120961,
          "analysis_id": "01900000-0000-7000-8000-000000000000",
          "counterfactuals": null,
          "recommendations": []
        }
      }
    },
    {
      "title": "executeEmergencyExpansion",
      "request": "POST /rpc/admin",
      "body": {
        "method": "executeEmergencyExpansion",
        "params": {
          "city_id": "eb19657b-b169-7002-8000-000000000000",
          "amount": "1000000000",
          "financing": "treasury",
          "allocation": {
            "transfer_per_head": "1000000"
          },
          "force": true,
          "approved_by": "second operator",
          "dry_run": true
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "project_ids": [],
          "cost": "297000000",
          "money_growth_pct": 0,
          "before": {
            "treasury": "28983993388",
            "money_supply": "1027996752383",
            "public_posts": 29,
            "under_construction": 6
          },
          "after": {
            "treasury": "28686993388",
            "money_supply": "1027996752383",
            "public_posts": 29,
            "under_construction": 6
          },
          "success": true,
          "dry_run": true,
          "journal_ids": [],
          "event_ids": [],
          "snapshot": {
            "city_id": "eb19657b-b169-7002-8000-000000000000",
            "tick": 120961,
            "period_start": 120960,
            "period_end": 120961,
            "provisional": true,
            "population": 297,
            "labour_force": 297,
            "employed": 286,
            "unemployed": 11,
            "unemployment_rate": 0.037037037037037035,
            "vacancies": 14,
            "vacancy_rate": 0.05166051660516605,
            "public_employees": 29,
            "unpaid_workers": 0,
            "avg_wage_private": "134257442",
            "avg_wage_public": "132277988",
            "median_income": "107667324",
            "cpi": 1.3474791948331857,
            "inflation_month": 0,
            "inflation12m": -0.00041096141745877723,
            "gdp_nominal": "1536800105",
            "gdp_real": "1125601599",
            "consumption": "1628924026",
            "exports": "172106215",
            "imports": "267809307",
            "businesses": {
              "active": 27,
              "by_sector": {
                "FOOD": 11,
                "GOODS": 8,
                "SERVICES": 7,
                "CONSTRUCTION": 1
              },
              "founded": 0,
              "bankrupt": 0
            },
            "credit_outstanding": "9179415653",
            "default_rate": 0,
            "avg_loan_rate": 0.012508497232984136,
            "bank_capital_ratio": 1,
            "housing": {
              "stock": 296,
              "occupied": 296,
              "vacant": 0,
              "vacant_rate": 0,
              "homeless": 1,
              "avg_rent": "16877022",
              "rent_to_income": 0.1567515720047109,
              "under_construction": 6,
              "by_tier": {
                "ROOM": {
                  "stock": 67,
                  "vacant": 0,
                  "avg_rent": "9637811"
                },
                "FLAT": {
                  "stock": 176,
                  "vacant": 0,
                  "avg_rent": "16063018"
                },
                "HOUSE": {
                  "stock": 36,
                  "vacant": 0,
                  "avg_rent": "24094527"
                },
                "VILLA": {
                  "stock": 17,
                  "vacant": 0,
                  "avg_rent": "38551243"
                }
              }
            },
            "treasury": {
              "balance": "28983993388",
              "revenue": "0",
              "spending": "0",
              "runway_months": 120,
              "by_tax": {
                "income": "0",
                "profit": "0",
                "wealth": "0",
                "transfer": "0",
                "fee": "0",
                "rent": "0"
              }
            },
            "money_supply": "1027996752383",
            "gini_income": 0.15160943439595242,
            "gini_wealth": 0.24635885706030036,
            "migration": {
              "in": 0,
              "out": 0,
              "net": 0
            },
            "mood": 93,
            "health": "STABLE",
            "council": {
              "active_validators": 2,
              "fees_earned": "0",
              "slashed": "0"
            }
          }
        }
      }
    },
    {
      "title": "adjustPublicSalaries",
      "request": "POST /rpc/admin",
      "body": {
        "method": "adjustPublicSalaries",
        "params": {
          "city_id": "eb19657b-b169-7002-8000-000000000000",
          "percentage": -0.05,
          "dry_run": true
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "city_id": "eb19657b-b169-7002-8000-000000000000",
          "percentage": -0.05,
          "salaries": [
            {
              "role": "DOCTOR",
              "before": "132277988",
              "after": "125664089"
            },
            {
              "role": "TEACHER",
              "before": "132277988",
              "after": "125664089"
            },
            {
              "role": "NURSE",
              "before": "132277988",
              "after": "125664089"
            },
            {
              "role": "POLICE",
              "before": "132277988",
              "after": "125664089"
            },
            {
              "role": "CLERK",
              "before": "132277988",
              "after": "125664089"
            }
          ],
          "annual_cost": "43731102972",
          "runway_months": 120,
          "before": {
            "salaries": [
              {
                "role": "DOCTOR",
                "wage": "132277988"
              },
              {
                "role": "TEACHER",
                "wage": "132277988"
              },
              {
                "role": "NURSE",
                "wage": "132277988"
              },
              {
                "role": "POLICE",
                "wage": "132277988"
              },
              {
                "role": "CLERK",
                "wage": "132277988"
              }
            ]
          },
          "after": {
            "salaries": [
              {
                "role": "DOCTOR",
                "before": "132277988",
                "after": "125664089"
              },
              {
                "role": "TEACHER",
                "before": "132277988",
                "after": "125664089"
              },
              {
                "role": "NURSE",
                "before": "132277988",
                "after": "125664089"
              },
              {
                "role": "POLICE",
                "before": "132277988",
                "after": "125664089"
              },
              {
                "role": "CLERK",
                "before": "132277988",
                "after": "125664089"
              }
            ]
          },
          "success": true,
          "dry_run": true,
          "journal_ids": [],
          "event_ids": []
        }
      }
    },
    {
      "title": "createHousing",
      "request": "POST /rpc/admin",
      "body": {
        "method": "createHousing",
        "params": {
          "city_id": "eb19657b-b169-7002-8000-000000000000",
          "housing_distribution": {
            "FLAT": 2
          },
          "dry_run": true
        }
      },
      "answer": {
        "ok": true,
        "result": {
          "city_id": "eb19657b-b169-7002-8000-000000000000",
          "project_id": "eb19657b-7b82-700b-8000-000000000700",
          "project_ids": [
            "eb19657b-7b82-700b-8000-000000000700",
            "eb19657b-279a-700b-8000-000000000701"
          ],
          "contracts": [
            {
              "business_id": "eb19657b-ed14-7003-8000-0000000000ba",
              "units": 2,
              "price": "5609940"
            }
          ],
          "total_cost": "3769879680",
          "completion_tick": 124992,
          "before": {
            "treasury": "28983993388",
            "money_supply": "1027996752383",
            "public_posts": 29,
            "under_construction": 6
          },
          "after": {
            "treasury": "28983993388",
            "money_supply": "1027996752383",
            "public_posts": 29,
            "under_construction": 8
          },
          "success": true,
          "dry_run": true,
          "journal_ids": [],
          "event_ids": []
        }
      }
    },
    {
      "title": "approveProposal",
      "request": "POST /rpc/admin",
      "body": {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "approveProposal",
        "params": {
          "proposal_id": "33333333-3333-7333-8333-000000000001",
          "dry_run": true
        }
      },
      "answer": {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {
          "code": -32000,
          "message": "No proposal has this id.",
          "data": {
            "code": "proposal_not_found",
            "status": 404,
            "requestId": "req_example"
          }
        }
      }
    }
  ]
};
